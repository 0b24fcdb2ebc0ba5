import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useSearchParams } from '@remix-run/react';
import { ControlSamples } from '~/features/dev/components/control-samples';
import { FormSample } from '~/features/dev/components/form-sample';
import { ScaleSamples } from '~/features/dev/components/scale-samples';
import { SurfaceSamples } from '~/features/dev/components/surface-samples';
import { TableSamples } from '~/features/dev/components/table-samples';
import { ButtonLink, ButtonRow } from '~/ui/button';
import { Stack } from '~/ui/card';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { IconBoard, IconCalendar, IconHome, IconKey, IconPeople } from '~/ui/icons';
import { PublicLayout } from '~/ui/layout';
import { type Notice, Notices } from '~/ui/notices';
import { PageHeader } from '~/ui/page-header';
import { Shell } from '~/ui/shell';

export const meta: MetaFunction = () => [{ title: 'Bausteine der Oberfläche' }];

/** Not served in production. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.services.config.demo) throw new Response(null, { status: 404 });
  return null;
}

const legal = { imprintUrl: '/app/imprint', privacyUrl: '/app/privacy' };

const navigation = [
  { to: '/app/dev/ui', label: 'Übersicht', icon: IconHome, end: true },
  { to: '/app/events', label: 'Veranstaltungen', icon: IconCalendar },
  { to: '/app/members', label: 'Mitglieder', icon: IconPeople },
];
const adminNavigation = [
  { to: '/app/admin/organization', label: 'Meine Organisation', icon: IconBoard },
  { to: '/app/admin/permissions', label: 'Berechtigungen', icon: IconKey },
];

const notices: Record<string, Notice> = {
  success: {
    id: 'sample-success',
    kind: 'success',
    title: 'Veranstaltung',
    message: 'Gespeichert.',
  },
  error: {
    id: 'sample-error',
    kind: 'error',
    title: 'Registrierung',
    message: 'Fehler beim registrieren.',
  },
};

/**
 * Every component of app/ui in every state. Served in demos and development only, and outside the
 * product's shell, as it has its own frame. Query: `frame=public`, `dialog=form` or
 * `dialog=confirm`, `notice=success` or `notice=error`, `errors` for refused forms.
 */
export default function UiGallery() {
  const [query] = useSearchParams();
  const notice = notices[query.get('notice') ?? ''];
  const dialog = query.get('dialog');
  const page = (
    <>
      <Notices notice={notice} />
      <PageHeader
        title="Bausteine der Oberfläche"
        back={{ to: '/app/' }}
        actions={
          <ButtonLink to="?dialog=form" variant="primary" dialog>
            Dialog öffnen
          </ButtonLink>
        }
      />
      <ButtonRow>
        <ButtonLink to="?dialog=confirm" dialog>
          Rückfrage
        </ButtonLink>
        <ButtonLink to="?notice=success" reloadDocument>
          Erfolg vom Server
        </ButtonLink>
        <ButtonLink to="?notice=error" reloadDocument>
          Fehler vom Server
        </ButtonLink>
        <ButtonLink to="?errors">Abgelehnte Formulare</ButtonLink>
        <ButtonLink to="?frame=public">Öffentlicher Rahmen</ButtonLink>
      </ButtonRow>
      <Stack>
        <ScaleSamples />
        <ControlSamples />
        <SurfaceSamples />
        <TableSamples />
        <FormSample id="sample" refused={query.has('errors')} />
      </Stack>
      {dialog && <SampleDialog kind={dialog} />}
    </>
  );

  if (query.get('frame') === 'public') {
    return (
      <PublicLayout appName="Vereinsheim" {...legal}>
        {page}
      </PublicLayout>
    );
  }
  return (
    <Shell
      appName="Vereinsheim"
      user={{ name: 'Anna Berger' }}
      organizations={[
        { uuid: '1', name: 'TSV Grünwald' },
        { uuid: '2', name: 'Musikverein Oberammergau-Unterpeißenberg 1887' },
      ]}
      active="1"
      foundTo="/app/organizations/new"
      printHeading={null}
      nav={navigation}
      more={adminNavigation}
      logoutAction="/app/logout"
      accountTo="/app/account"
      selectAction="/app/select-organization"
      {...legal}
    >
      {page}
    </Shell>
  );
}

function SampleDialog({ kind }: { kind: string }) {
  if (kind === 'confirm') {
    return (
      <RouteDialog title="Veranstaltung löschen" closeTo="/app/dev/ui">
        <p>Soll die Veranstaltung „Sommerfest“ wirklich gelöscht werden?</p>
        <DialogActions>
          <ButtonLink to="/app/dev/ui" variant="danger" preventScrollReset>
            Löschen
          </ButtonLink>
        </DialogActions>
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title="Veranstaltung bearbeiten" closeTo="/app/dev/ui" size="large">
      <FormSample id="dialog-sample" refused={false} />
    </RouteDialog>
  );
}
