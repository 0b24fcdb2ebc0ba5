import { type ReactNode, useEffect, useRef } from 'react';
import { Card, Stack } from '~/ui/card';

type PreviewCardProps = {
  /** How many dates there would be, or what happens to them. */
  heading: string;
  /** The rule. */
  words: string;
  children: ReactNode;
};

/** The preview of a repetition; it replaces the form, and takes the focus. */
export function PreviewCard({ heading, words, children }: PreviewCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="max-w-160">
      <Card>
        <Stack>
          <div>
            <h2 ref={title} tabIndex={-1} className="mb-1">
              {heading}
            </h2>
            <p>{words}</p>
          </div>
          {children}
        </Stack>
      </Card>
    </div>
  );
}
