import type { ReactNode } from 'react';
import { type Icon, IconAlert, IconCheckCircle, IconInfo, IconWarning } from './icons';

type Tone = 'info' | 'warning' | 'danger' | 'success';

const icons: Record<Tone, Icon> = {
  info: IconInfo,
  warning: IconWarning,
  danger: IconAlert,
  success: IconCheckCircle,
};

/**
 * A standing message in the page. `alert`: it is the answer to what was just done, so it is read
 * out at once.
 */
export function Banner({
  tone = 'info',
  title,
  alert,
  children,
}: {
  tone?: Tone;
  title?: string;
  alert?: boolean;
  children?: ReactNode;
}) {
  const ToneIcon = icons[tone];
  return (
    <div className="banner" data-tone={tone} role={alert ? 'alert' : undefined}>
      <ToneIcon />
      <div>
        {title && <p className="banner-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
