import { dayAt, GERMANY, instantInFigures } from '~/times';
import { deviceText } from './rules/device-text';

/**
 * A network as people read it: '203.0.113.x', '2001:db8:1:x'.
 * @param network as coarseNetwork() keeps it
 */
export function networkText(network: string): string {
  return network.replace(/\.0\/24$/, '.x').replace(/::\/48$/, ':x');
}

interface Stored {
  readonly kind: 'browser' | 'mobile';
  readonly userAgent: string;
  readonly network: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date;
  readonly validUntil: Date;
}

/** A session as screens show it: texts for people, not the data behind them. */
export function sessionShown<Session extends Stored>({
  kind,
  userAgent,
  network,
  createdAt,
  usedAt,
  validUntil,
  ...session
}: Session) {
  return {
    ...session,
    device: deviceText({ kind, userAgent }),
    network: network && networkText(network),
    // With its time, which tells two browsers of one name apart.
    since: instantInFigures(createdAt, GERMANY),
    usedOn: dayAt(usedAt, GERMANY),
    until: dayAt(validUntil, GERMANY),
  };
}
