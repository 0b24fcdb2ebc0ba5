import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { CopyField } from '~/ui/copy-field';
import { IconPlus, IconTrash } from '~/ui/icons';
import { addNotice } from '~/ui/notice-store';
import { Loading } from '~/ui/progress';
import { SearchField } from '~/ui/search-field';
import { Steps } from '~/ui/steps';

/** Buttons, small controls, and notices from the browser. */
export function ControlSamples() {
  return (
    <>
      <Card title="Knöpfe">
        <ButtonRow>
          <Button type="button" variant="primary">
            <IconPlus />
            Veranstaltung erstellen
          </Button>
          <Button type="button">Bearbeiten</Button>
          <Button type="button" variant="danger">
            <IconTrash />
            Löschen
          </Button>
          <Button type="button" variant="caution">
            Konto löschen
          </Button>
          <Button type="button" variant="quiet">
            Passwort vergessen
          </Button>
          <Button type="button" size="small">
            Klein
          </Button>
          <Button type="button" disabled>
            Ausgebucht
          </Button>
          <ButtonLink to="/app/dev/ui">Verweis</ButtonLink>
        </ButtonRow>
      </Card>
      <Card title="Benachrichtigungen">
        <ButtonRow>
          <Button
            type="button"
            onClick={() =>
              addNotice({
                id: crypto.randomUUID(),
                kind: 'success',
                title: 'Mitglied',
                message: 'Gespeichert.',
              })
            }
          >
            Erfolg zeigen
          </Button>
          <Button
            type="button"
            onClick={() =>
              addNotice({
                id: crypto.randomUUID(),
                kind: 'error',
                title: 'Organisation',
                message: 'Fehler beim laden der Daten.',
              })
            }
          >
            Fehler zeigen
          </Button>
        </ButtonRow>
      </Card>
      <Card title="Kleine Bedienelemente">
        <Stack>
          <SearchField label="Mitglied suchen" />
          <CopyField
            label="Einladungslink"
            value="https://verein.example/app/invite/3vQ9sVq0b1Yk7mJd2RtXwA"
          />
          <Steps steps={['Benutzerkonto erstellen', 'E-Mail bestätigen']} current={1} />
          <Loading />
        </Stack>
      </Card>
    </>
  );
}
