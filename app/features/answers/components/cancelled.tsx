import { Banner } from '~/ui/banner';

/** Above all that is said of a cancelled event: that it does not take place, and why (J9). */
export function Cancelled({ reason }: { reason: string }) {
  return (
    <Banner tone="danger">
      <p className="wrap-anywhere whitespace-pre-line">
        <b>Fällt aus</b>
        {reason && `: ${reason}`}
      </p>
    </Banner>
  );
}
