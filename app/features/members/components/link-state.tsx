import { Badge } from '~/ui/badge';

/** Whether a member has been invited, or has a user (D3); for users who may invite. */
export function LinkState({ link }: { link: 'invited' | 'linked' }) {
  return (
    <> {link === 'invited' ? <Badge tone="orange">Eingeladen</Badge> : <Badge>Mit Zugang</Badge>}</>
  );
}
