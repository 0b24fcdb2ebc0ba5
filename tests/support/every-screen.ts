import type { Page } from 'playwright';
import type { Club } from './every-screen-club';

interface Screen {
  readonly path: string;
  /** True if it is for visitors who are not logged in. */
  readonly open?: boolean;
}

/** Every screen and dialog of the product, with the ids of this club. */
export function everyScreen(club: Club): Screen[] {
  const outside = [
    '/app/login',
    '/app/auth/register',
    '/app/auth/register/confirmation',
    '/app/auth/register/confirmation?again',
    '/app/auth/verify/unknown',
    '/app/auth/password-reset',
    '/app/auth/password-reset?sent',
    '/app/auth/password-reset/some-code',
    '/app/auth/password-reset/done?done',
    club.mailed,
    ...Object.values(club.links),
    '/app/answer/unknown',
    '/app/imprint',
    '/app/privacy',
  ].map((path) => ({ path, open: true }));
  const inside = [
    '/app/',
    '/app/absences',
    `/app/absences/${club.absence}/withdrawal`,
    '/app/events',
    '/app/events/new',
    `/app/events/${club.open.uuid}`,
    '/app/events/calendar?month=2030-08',
    `/app/events/${club.limited.uuid}`,
    `/app/events/${club.full.uuid}`,
    `/app/events/${club.limited.uuid}/answers`,
    `/app/events/${club.limited.uuid}/answers?of=open`,
    `/app/events/${club.limited.uuid}/answers/reminder?of=open`,
    `/app/events/${club.limited.uuid}/answers?of=open&q=niemand`,
    `/app/events/${club.full.uuid}/answers?of=waiting`,
    `/app/events/${club.limited.uuid}/edit`,
    `/app/events/${club.open.uuid}/delete`,
    `/app/events/${club.limited.uuid}/cancellation`,
    `/app/events/${club.cancelled.uuid}/cancellation/withdrawal`,
    `/app/events/${club.limited.uuid}/registration/withdrawal`,
    `/app/events/${club.limited.uuid}/decline`,
    `/app/events/${club.full.uuid}/registration`,
    `/app/events/${club.awaited.uuid}/waiting-list`,
    `/app/events/${club.full.uuid}/participants`,
    `/app/events/${club.full.uuid}/participants/print`,
    `/app/events/${club.open.uuid}/series`,
    `/app/events/${club.repeated.event.uuid}`,
    `/app/events/${club.repeated.event.uuid}/series`,
    `/app/events/${club.repeated.event.uuid}/edit`,
    `/app/events/${club.repeated.event.uuid}/delete`,
    '/app/groups',
    '/app/groups/new',
    `/app/groups/${club.group.uuid}`,
    `/app/groups/${club.group.uuid}/edit`,
    `/app/groups/${club.group.uuid}/delete`,
    `/app/groups/${club.group.uuid}/members`,
    `/app/groups/${club.group.uuid}/members/${club.admin.member}`,
    `/app/groups/${club.group.uuid}/members/${club.admin.member}/removal`,
    '/app/events/breaks',
    `/app/events/breaks/${club.pause.uuid}/delete`,
    `/app/events/${club.open.uuid}/polls`,
    `/app/events/${club.limited.uuid}/polls`,
    `/app/events/${club.open.uuid}/polls/new`,
    `/app/events/${club.open.uuid}/polls/${club.poll.uuid}`,
    `/app/events/${club.open.uuid}/polls/${club.closed.uuid}`,
    `/app/events/${club.open.uuid}/polls/${club.poll.uuid}/delete`,
    `/app/events/${club.open.uuid}/polls/${club.poll.uuid}/edit/`,
    `/app/events/${club.open.uuid}/polls/${club.closed.uuid}/edit/`,
    `/app/events/${club.open.uuid}/polls/${club.poll.uuid}/edit/change`,
    `/app/events/${club.open.uuid}/polls/${club.poll.uuid}/edit/state/close`,
    `/app/events/${club.open.uuid}/polls/${club.closed.uuid}/edit/state/open`,
    '/app/members',
    '/app/members?q=schön',
    '/app/members?q=niemand',
    '/app/members?from=M',
    '/app/members/new',
    '/app/members/invitations',
    '/app/members/invitations?q=niemand',
    `/app/members/${club.member.uuid}`,
    `/app/members/${club.member.uuid}/report`,
    `/app/members/${club.member.uuid}/edit`,
    `/app/members/${club.member.uuid}/delete`,
    `/app/members/${club.member.uuid}/invitation`,
    `/app/invite/${club.invitation}`,
    '/app/invite/unknown',
    '/app/admin/organization',
    '/app/admin/organization/delete',
    '/app/admin/notifications',
    '/app/admin/permissions',
    `/app/admin/permissions/${club.plain.uuid}`,
    `/app/admin/permissions/${club.plain.uuid}/remove`,
    `/app/admin/permissions/${club.admin.uuid}`,
    '/app/admin/messages',
    '/app/messages/new',
    `/app/messages/new?event=${club.limited.uuid}`,
    `/app/messages/${club.message.uuid}`,
    '/app/messages/unreached',
    `/app/messages/unreached?event=${club.full.uuid}&to=coming`,
    '/app/admin/log',
    '/app/admin/log?q=nichts',
    '/app/admin/permissions/resign',
    '/app/admin/permissions/second-factor',
    '/app/account',
    '/app/account/report',
    '/app/account/name',
    '/app/account/email',
    '/app/account/password',
    '/app/account/sessions/others',
    `/app/account/organizations/${club.organization.uuid}`,
    '/app/account/deletion',
    '/app/account/contact',
    '/app/admin/members',
    '/app/account/notifications',
    '/app/account/calendars',
    '/app/account/calendars/new',
    `/app/account/calendars/${club.feed.uuid}`,
    '/app/account/second-factor',
    '/app/account/second-factor/setup',
    '/app/account/second-factor/discard',
    '/app/organizations/new',
    '/app/nowhere',
  ].map((path) => ({ path }));
  return [...outside, ...inside];
}

export interface State {
  readonly path: string;
  /** The visitor; by default nobody is logged in. */
  readonly as?: keyof Club['tokens'];
  readonly state?: string;
  /** Brings the opened page into this state. */
  readonly reach?: (page: Page) => Promise<unknown>;
  /** True if the state depends on the width, like a menu, or only lasts seconds. */
  readonly passing?: boolean;
}

/**
 * Opens a screen, waits until it has settled, and brings it into the state.
 * @param scripting true if the page runs scripts
 * @param isOpen true if the page already shows the screen
 */
export async function show(
  page: Page,
  origin: string,
  { path, as, reach }: State,
  { scripting = true, isOpen = false } = {},
) {
  if (!isOpen) await page.goto(origin + path);
  // A dialog becomes modal once the scripts run, and the confirmation of an address submits itself.
  if (scripting)
    await page.waitForFunction(
      (unsettled) => document.readyState === 'complete' && !document.querySelector(unsettled),
      as ? 'dialog[open]:not(:modal), #asking' : '#asking',
    );
  await reach?.(page);
  // What an action answers is shown while the page itself still loads.
  await page
    .getByRole('progressbar', { name: 'Seite wird geladen' })
    .waitFor({ state: 'detached' });
}

/** The button that submits the dialog's form, or the screen's if there is no dialog. */
const mainButton = (page: Page) =>
  page
    .locator('dialog[open] button[data-variant=primary], main form button[data-variant=primary]')
    .last();

/** Submits the form with empty fields. */
async function refuse(page: Page) {
  const fields = 'input:not([type=hidden], [type=radio], [type=checkbox])';
  for (const field of await page.locator(`dialog[open] ${fields}, main ${fields}`).all())
    if (await field.isVisible()) await field.fill('');
  await mainButton(page).click();
  await page.locator('.error-summary').waitFor();
}

/**
 * Screens in other states than their first: refused, empty, unfolded, with a notice, and for other
 * users.
 */
export function everyState({ member, open, plain, poll, limited, full, mailed }: Club): State[] {
  const refused = { state: 'refused', reach: refuse };
  const log = async (page: Page) => {
    await page.getByLabel('E-Mail').fill('niemand@verein.example');
    await page.getByLabel('Passwort').fill('falsch');
    await mainButton(page).click();
    await page.getByRole('alert').waitFor();
  };
  return [
    { path: '/app/login', state: 'refused', reach: log },
    { path: '/app/auth/register', ...refused },
    { path: '/app/auth/password-reset', ...refused },
    {
      path: mailed,
      state: 'joining',
      reach: async (page) => {
        await mainButton(page).click();
        await page.getByLabel('Passwort').waitFor();
      },
    },
    {
      path: mailed,
      state: 'joining refused',
      reach: async (page) => {
        await mainButton(page).click();
        await page.getByLabel('Passwort').waitFor();
        await mainButton(page).click();
        await page.locator('.error-summary').waitFor();
      },
    },
    // For a code alone, and for either.
    ...['for=email&next=/app/account/email', 'for=export&next=/app/account/report'].flatMap(
      (query) =>
        [{ state: 'asking' }, refused].map((each) => ({
          path: `/app/confirm?${query}`,
          as: 'asked' as const,
          ...each,
        })),
    ),
    ...[
      '/app/events/new',
      `/app/events/${open.uuid}/edit`,
      `/app/events/${open.uuid}/polls/new`,
      `/app/events/${open.uuid}/polls/${poll.uuid}/edit/change`,
      '/app/messages/new',
      '/app/members/new',
      `/app/members/${member.uuid}/edit`,
      '/app/organizations/new',
      '/app/account/name',
      '/app/account/email',
      '/app/account/password',
    ].map((path) => ({ path, as: 'admin' as const, ...refused })),
    {
      path: `/app/members/${member.uuid}/report`,
      as: 'admin',
      state: 'made',
      reach: async (page) => {
        await mainButton(page).click();
        await page.getByText('Worum es geht').waitFor();
      },
    },
    {
      path: '/app/account/calendars/new',
      as: 'admin',
      state: 'address shown',
      reach: async (page) => {
        await page.getByLabel('Gerät').fill('Handy');
        await mainButton(page).click();
        await page.getByLabel('Adresse des Abos').waitFor();
      },
    },
    {
      path: '/app/account/second-factor/setup',
      as: 'plain',
      state: 'refused',
      reach: async (page) => {
        await page.getByLabel('Code aus der App').fill('000000');
        await mainButton(page).click();
        await page.locator('.error-summary').waitFor();
      },
    },
    ...[
      '/app/account/second-factor',
      '/app/account/second-factor/recovery-codes',
      '/app/account/second-factor/removal',
      '/app/account',
    ].map((path) => ({ path, as: 'protected' as const, state: 'with a second factor' })),
    {
      path: '/app/account/second-factor/recovery-codes',
      as: 'protected',
      state: 'codes shown',
      reach: async (page) => {
        await mainButton(page).click();
        await page.getByText('Diese Codes sehen Sie nur jetzt.').waitFor();
      },
    },
    {
      path: '/app/events/new',
      as: 'admin',
      state: 'calendar',
      passing: true,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Kalender' }).click();
        await page.getByRole('grid').waitFor();
      },
    },
    {
      path: '/app/messages/new',
      as: 'admin',
      state: 'preview',
      reach: async (page) => {
        await page.getByLabel('Betreff').fill('Sommerfest');
        await page
          .getByLabel('Text')
          .fill('Donaudampfschifffahrtsgesellschaftsgebäude\n\nBis dann!');
        await mainButton(page).click();
        await page.getByRole('heading', { name: 'So liest sich' }).waitFor();
      },
    },
    {
      // Below the organisations there are no buttons, which they would cover in part.
      path: '/app/account',
      as: 'admin',
      state: 'menu or organisations unfolded',
      passing: true,
      reach: async (page) => {
        const menu = page.locator('summary[aria-label="Menü"]');
        await ((await menu.isVisible()) ? menu : page.locator('header details summary')).click();
      },
    },
    {
      // As above, no buttons below.
      path: '/app/members?q=niemand',
      as: 'admin',
      state: "'Mehr' unfolded",
      passing: true,
      reach: async (page) => {
        await page.getByText('Mehr', { exact: true }).click();
      },
    },
    {
      path: `/app/members/${member.uuid}/edit`,
      as: 'admin',
      state: 'notice',
      passing: true,
      reach: async (page) => {
        await mainButton(page).click();
        await page.locator('[data-toast]').waitFor();
      },
    },
    ...[
      '/app/',
      '/app/events',
      `/app/events/${limited.uuid}/registration`,
      `/app/events/${open.uuid}`,
      `/app/events/${full.uuid}`,
      `/app/events/${open.uuid}/polls`,
      `/app/events/${open.uuid}/polls/${poll.uuid}`,
      '/app/account',
      '/app/account/calendars',
      '/app/account/second-factor/setup',
    ].map((path) => ({ path, as: 'plain' as const })),
    { path: '/app/members', as: 'plain', state: 'not allowed' },
    { path: '/app/', as: 'newcomer', state: 'without a club' },
    ...['/app/', '/app/events', '/app/members', '/app/admin/permissions', '/app/admin/log'].map(
      (path) => ({
        path,
        as: 'founder' as const,
        state: 'empty',
      }),
    ),
    ...[
      '/app/',
      '/app/members',
      '/app/admin/organization',
      `/app/admin/permissions/${plain.uuid}`,
    ].map((path) => ({ path, as: 'system' as const })),
  ];
}
