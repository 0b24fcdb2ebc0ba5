import type { ReactNode } from 'react';
import { type Icon, IconAlert, IconCheckCircle, IconInfo, IconWarning } from './icons';

const TONES = {
  info: { icon: IconInfo, look: 'border-line-strong bg-card' },
  warning: { icon: IconWarning, look: 'border-orange bg-orange-soft svg:text-orange' },
  danger: { icon: IconAlert, look: 'border-red bg-red-soft svg:text-red' },
  success: { icon: IconCheckCircle, look: 'border-green bg-green-soft svg:text-green' },
} satisfies Record<string, { icon: Icon; look: string }>;

const COMMON =
  'flex gap-3 rounded border-l-5 px-4 py-3.5 svg:mt-0.5 ' +
  'forced-colors:border-2 forced-colors:border-[CanvasText]';

/**
 * A standing message in the page. `alert`: it responds to what was just done, so screen readers
 * announce it at once.
 */
export function Banner({
  tone = 'info',
  title,
  alert,
  children,
}: {
  tone?: keyof typeof TONES;
  title?: string;
  alert?: boolean;
  children?: ReactNode;
}) {
  const { icon: ToneIcon, look } = TONES[tone];
  return (
    <div className={`${COMMON} ${look}`} role={alert ? 'alert' : undefined}>
      <ToneIcon />
      <div className="min-w-0">
        {title && <p className="font-bold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
