import { dayAt, GERMANY, instantInFigures } from '~/times';
import type { sessionOfActor } from './queries/sessions.server';
import { deviceText } from './rules/device-text';

/**
 * A network as people read it: '203.0.113.x', '2001:db8:1:x'.
 * @param network as coarseNetwork() keeps it
 */
export function networkText(network: string): string {
  return network.replace(/\.0\/24$/, '.x').replace(/::\/48$/, ':x');
}

type Stored = Omit<NonNullable<Awaited<ReturnType<typeof sessionOfActor>>>, 'uuid'>;

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
