import type { Updateable } from 'kysely';
import type { DB } from '#db/schema.generated';
import { instantToText } from '~/times';
import type { TestApp } from './app';
import type { TestResponse } from './browser';
import { eventSetting } from './events';
import { set } from './notifications';
import { rowsOf } from './rows';

export type Values = Updateable<DB['events']>;

/** A club with an event that has these columns, and the path of its page. */
export async function pageSetting(
  app: TestApp,
  values: Values = {},
  { max }: { max?: number } = {},
) {
  const club = await eventSetting(app);
  const fields = { name: 'Sommerfest', date: '2031-03-13', max };
  const event = await app.make.event(club.organization, fields);
  if (Object.keys(values).length > 0) await set(app.db, event, values);
  return { ...club, event, path: `/app/events/${event.uuid}` };
}

/** A moment so many hours from now, and one as pages show it. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
export const inBerlin = (at: Date) => instantToText(at, 'Europe/Berlin');

export type PageSetting = Awaited<ReturnType<typeof pageSetting>>;

/** The buttons of the user's answer, with their targets. */
export function buttonsOf({ text }: TestResponse): string[] {
  const form = /<form[^>]* id="answer".*?<\/form>/s.exec(text)?.[0] ?? '';
  const buttons = [...form.matchAll(/<button[^>]*formAction="([^"]*)"[^>]*>([^<]*)/gi)];
  return buttons.map(([, action = '', label]) => {
    const target = action.split('/').slice(4).join('/');
    return `${label}: ${target}`;
  });
}

/** Where its buttons lead. */
export const YES = 'page/registration';
export const NO = 'page/decline';

export const othersWhoCome = async (
  app: TestApp,
  { organization, event }: PageSetting,
  count: number,
) => {
  const made = [];
  for (let at = 0; at < count; at++) {
    const member = await app.make.member(organization);
    await app.make.registration(event, member);
    made.push(member);
  }
  return made;
};

/** The answer of the user's member. */
export const ownAnswers = async (app: TestApp, { event, member }: PageSetting) => {
  const own = { event_uuid: event.uuid, member_uuid: member.uuid };
  const given = await rowsOf(app.db, 'answers', own, ['answer', 'note']);
  const of = (kind: string) => given.filter(({ answer }) => answer === kind);
  return {
    yes: of('yes').length,
    waiting: of('waiting').length,
    no: of('no').map(({ note }) => note),
  };
};
