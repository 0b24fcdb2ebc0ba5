import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { ownerOf } from '~/doors/kept-input.server';
import { page } from '~/doors/page.server';
import { requestedPath } from '~/doors/screen.server';
import type { Frame } from '~/frame/context';
import { factorPath } from '~/paths/factors';
import { useInstallation } from '~/root';
import { Banner } from '~/ui/banner';
import { FormKeyContext, FormOrganizationContext } from '~/ui/form-context';
import { Link } from '~/ui/link';
import { Notices } from '~/ui/notices';
import { usePrefetchedScreen } from '~/ui/prefetch';
import { useSessionEnd } from '~/ui/session-end';
import { OwnShell } from '../components/own-shell';
import { readShell } from '../operations.server';

const read = page(readShell);

/** Needs no query beyond the session's. Removes `?refresh` and reloads everything (B3). */
export async function loader(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  if (url.searchParams.has('refresh')) {
    url.searchParams.delete('refresh');
    throw redirect(requestedPath(new Request(url)));
  }
  const { user, ...shell } = await read(args);
  shell satisfies Frame;
  const { uuid, firstName, lastName } = user;
  const owner = ownerOf(uuid, args.context.services.config);
  // This is part of every screen, and the random id would only make it longer.
  return { ...shell, user: { firstName, lastName }, owner };
}

/** The frame of everything behind the log-in (B1). */
export default function ShellFrame() {
  const { validUntil, factor, owner, ...shell } = useLoaderData<typeof loader>();
  const installation = useInstallation();
  useSessionEnd(validUntil);
  // Brings the code that all dialogs share, which pages lack (vite.config.ts).
  usePrefetchedScreen('features/answers/pages/registration', 4000);
  if (!installation) return null;
  return (
    <OwnShell {...installation} {...shell}>
      <FormKeyContext.Provider value={`${installation.requestId}.${owner}`}>
        <FormOrganizationContext.Provider value={shell.active?.uuid ?? null}>
          <Notices notice={installation.notice} />
          {factor && <FactorBanner {...factor} />}
          <Outlet />
        </FormOrganizationContext.Provider>
      </FormKeyContext.Provider>
    </OwnShell>
  );
}

/** For admins without a second factor if their club requires one (T6). */
function FactorBanner({ title, text }: { title: string; text: string }) {
  return (
    <Banner tone="warning" title={title}>
      {text} <Link to={factorPath}>Handy-Code einrichten</Link>
    </Banner>
  );
}
