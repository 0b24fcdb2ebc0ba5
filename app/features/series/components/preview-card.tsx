import { type ReactNode, useEffect, useRef } from 'react';
import { Stack } from '~/ui/card';

type PreviewCardProps = {
  /** How many dates there would be, or what happens to them. */
  heading: string;
  /** The rule. */
  words: string;
  children: ReactNode;
};

/** A card with a dialog's edges, for the sake of its buttons. */
const LOOK = 'leaf max-w-160 rounded border border-line bg-card px-6 pt-5 pb-6 max-sm:px-4';

/** The preview of a repetition; it replaces the form, and takes the focus. */
export function PreviewCard({ heading, words, children }: PreviewCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={LOOK}>
      <Stack>
        <div>
          <h2 ref={title} tabIndex={-1} className="mb-1">
            {heading}
          </h2>
          <p>{words}</p>
        </div>
        {children}
      </Stack>
    </div>
  );
}

/** The buttons below the dates, in reach however many these are. */
export function PreviewButtons({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-b" data-dialog-buttons="">
      {children}
    </div>
  );
}
