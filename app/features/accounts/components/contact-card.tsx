import { ownContactPath } from '~/paths/members';
import { ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';

/** The way to how one's clubs reach one (O3). */
export function ContactCard() {
  return (
    <Card title="Meine Kontaktdaten">
      <Stack>
        <p>Wie Ihr Verein Sie erreicht, und wer das sieht.</p>
        <ButtonRow>
          <ButtonLink to={ownContactPath()}>Kontaktdaten ändern</ButtonLink>
        </ButtonRow>
      </Stack>
    </Card>
  );
}
