import { Badge } from '~/ui/badge';
import { Banner } from '~/ui/banner';
import { ButtonLink, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { DateLeaf } from '~/ui/date-leaf';
import { Disclosure } from '~/ui/disclosure';
import { EmptyState } from '~/ui/empty-state';
import { Facts } from '~/ui/facts';
import { Initials } from '~/ui/initials';

/** Cards, banners, badges, people and the empty state. */
export function SurfaceSamples() {
  return (
    <>
      <Card title="Information" pinned>
        <p>
          Am Samstag ist Arbeitseinsatz am Vereinsheim.
          <br />
          Treffpunkt 9 Uhr, bitte Handschuhe mitbringen.
        </p>
      </Card>
      <Banner title="Hinweis">Einladungen gelten, bis Sie sie widerrufen.</Banner>
      <Banner tone="success" title="Validierung erfolgreich">
        Account wurde erfolgreich validiert. Sie können sich nun einloggen.
      </Banner>
      <Banner tone="warning" title="Der Link kann nur einmal angezeigt werden." />
      <Banner tone="danger" title="Validierung fehlgeschlagen" alert>
        Validierungscode wurde nicht gefunden.
      </Banner>
      <ButtonRow>
        <Badge>Offene Veranstaltung</Badge>
        <Badge tone="green">Freie Plätze.</Badge>
        <Badge tone="orange">Nur noch wenige freie Plätze.</Badge>
        <Badge tone="red">Keine freien Plätze mehr.</Badge>
      </ButtonRow>
      <p>
        {[...'01234567'].map((seed) => (
          <Initials key={seed} firstName="Anna" lastName="Berger" seed={seed} />
        ))}
      </p>
      <ButtonRow>
        <DateLeaf date="2026-11-24" />
        <DateLeaf date="2026-12-06" large />
      </ButtonRow>
      <Disclosure summary="Am Samstag" note="2 Antworten">
        <Facts
          items={[
            { label: 'Anna Berger', value: '02. März 2026' },
            { label: 'Xaver Huber', value: '04. März 2026' },
          ]}
        />
      </Disclosure>
      <EmptyState
        title="Keine Umfragen verfügbar"
        drawing
        action={
          <ButtonLink to="/app/dev/ui" variant="primary">
            Umfrage erstellen
          </ButtonLink>
        }
      >
        Fragen Sie die Mitglieder, wann es ihnen passt.
      </EmptyState>
    </>
  );
}
