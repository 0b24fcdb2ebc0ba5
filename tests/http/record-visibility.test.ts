import { describe, expect, it } from 'vitest';
import {
  fieldColumns,
  memberFields,
  type RecordField,
  type RecordPart,
  recordFieldNames,
} from '~/features/members/fields';
import { mapped } from '~/kernel/columns';
import { readOutbox } from '~/mail/transport.server';
import { testApp } from '../support/app';
import { texts } from '../support/member-record';
import { callOf, pathOf, requests } from '../support/requests';
import { type Role, type Scene, scene } from '../support/roles';
import { changeRows, deleteRows, insertRows } from '../support/rows';
import { addressOf, visits } from '../support/screens';

const app = testApp();

/** A value of each column of a record that stands nowhere else, and how screens write it. */
interface Mark {
  readonly column: string;
  readonly value: string;
  readonly shown?: string;
}
const MARKS: Record<RecordField, Mark> = {
  ...mapped(
    texts((name) => `Marke ${name}`),
    (value, name) => ({ column: fieldColumns[name], value }),
  ),
  email: { column: 'email', value: 'gesuchte.marke@post.example' },
  mobile: { column: 'mobile', value: '0888 / 333 444' },
  phone: { column: 'phone', value: '0999 / 111 222' },
  birthday: { column: 'birthday', value: '1911-11-11', shown: '11. November 1911' },
  gender: { column: 'gender', value: 'd', shown: '>divers<' },
  joinedOn: { column: 'joined_on', value: '1933-03-03', shown: '03. März 1933' },
  leftOn: { column: 'left_on', value: '2077-07-07', shown: '07. Juli 2077' },
};

/** The columns of a member that every user of the club may see, or that tell nothing about a person. */
const OPEN = [
  ...['uuid', 'organization_uuid', 'first_name', 'last_name', 'custom_member_identifier'],
  ...['description', 'user_uuid', 'version', 'created_at', 'search', 'released'],
];
/** Which no list or call of members has: what becomes of those who have left (O8, S4), and how the log called them (S3). */
const UNLISTED = ['erase_on', 'former_names', 'left_at', 'merged', 'retention_hold'];

const ALL = recordFieldNames;
const shown = (...parts: RecordPart[]): RecordField[] =>
  ALL.filter((name) => parts.includes(memberFields[name].part as RecordPart));
const SHOWN_TO_ALL = shown('email', 'mobile', 'gender');
const SHOWN_TO_LEADERS = [...SHOWN_TO_ALL, ...shown('phone', 'birthday')];

type Reader = Role | 'withoutMember' | 'leaderOfArchived';

/** What each role sees of another member in a club that shows some parts to some. */
const SEEN: Record<Reader, readonly RecordField[] | null> = {
  nobody: null,
  stranger: null,
  adminElsewhere: null,
  user: SHOWN_TO_ALL,
  withoutMember: SHOWN_TO_ALL,
  leader: SHOWN_TO_LEADERS,
  leaderElsewhere: SHOWN_TO_ALL,
  leaderOfArchived: SHOWN_TO_ALL,
  EDIT_EVENTS: SHOWN_TO_ALL,
  EDIT_MEMBERS: ALL,
  ORGANIZATION_ADMIN: ALL,
  systemAdministrator: ALL,
};

/**
 * Who looks for it everywhere. Whatever a stranger or a user without a member finds, an admin
 * elsewhere or a user would find as well.
 */
const LOOKING: readonly Reader[] = [
  ...(['nobody', 'adminElsewhere', 'user', 'leader', 'leaderElsewhere'] as const),
  ...(['leaderOfArchived', 'EDIT_EVENTS'] as const),
];

/** Who sees on which days others were there. */
const SEES_ATTENDANCE: readonly Reader[] = [
  ...(['leader', 'EDIT_EVENTS', 'ORGANIZATION_ADMIN', 'systemAdministrator'] as const),
];

const isLeader = (reader: Reader) => reader.startsWith('leader');

/** Somebody in a club that shows e-mail and gender to all, telephone and birthday to leaders. */
async function sceneOf(reader: Reader): Promise<Scene> {
  // The triggers of the previous reader would mark this one as somebody else.
  await app.pool.query(
    'drop trigger if exists mark on members; drop trigger if exists lead on members',
  );
  const isUser = isLeader(reader) || reader === 'withoutMember';
  const here = await scene(app, isUser ? 'user' : (reader as Role));
  const { organization, actor } = here;
  const shown = { email: 'members', gender: 'members', phone: 'leaders', birthday: 'leaders' };
  await insertRows(
    app.db,
    'member_visibility',
    Object.entries(shown).map(([part, seen_by]) => ({
      organization_uuid: organization.uuid,
      part,
      seen_by,
    })),
  );
  if (reader === 'withoutMember') await deleteRows(app.db, 'members', actor.member);
  return here;
}

/**
 * Marks the records of everybody in the database but the reader, those that are there and those that
 * come; all have released a number. Leaders lead everybody who comes.
 */
async function mark({ actor, organization }: Scene, reader: Reader) {
  const marks = Object.values(MARKS).map(({ column, value }) => `new.${column} := '${value}';`);
  await app.pool.query(`
    create or replace function mark() returns trigger language plpgsql as $$
    begin
      ${marks.join(' ')}
      new.released := array['mobile'];
      return new;
    end $$;
    create trigger mark before insert or update on members
      for each row when (new.user_uuid is distinct from '${actor.uuid}') execute function mark();
    update members set version = version`);
  if (!isLeader(reader)) return;
  const group = await app.make.group(organization, [], { name: 'Alle anderen' });
  const lead = { group_uuid: group.uuid, member_uuid: actor.member, leader: true };
  await insertRows(app.db, 'group_members', [{ organization_uuid: organization.uuid, ...lead }]);
  const archive = `update groups set archived_at = now() where uuid = '${group.uuid}';`;
  if (reader !== 'leaderElsewhere')
    await app.pool.query(`
      create or replace function lead() returns trigger language plpgsql as $$
      begin
        update groups set archived_at = null where uuid = '${group.uuid}';
        insert into group_members (organization_uuid, group_uuid, member_uuid)
        values (new.organization_uuid, '${group.uuid}', new.uuid);
        ${reader === 'leaderOfArchived' ? archive : ''}
        return null;
      end $$;
      create trigger lead after insert on members
        for each row when (new.organization_uuid = '${organization.uuid}') execute function lead()`);
  if (reader === 'leaderOfArchived') await app.pool.query(archive);
}

const asShown = ({ value, shown = value }: (typeof MARKS)[RecordField]) => [
  // A letter stands everywhere.
  ...(value.length > 1 ? [value] : []),
  shown,
];

/** The fields of which something stands in a text. */
const foundIn = (text: string) =>
  ALL.filter((name) => asShown(MARKS[name]).some((mark) => text.includes(mark)));

describe('what stands in a record (O2, O12)', () => {
  it('each column of a member is marked here, or everybody may see it (O2, X5)', async () => {
    const { rows } = await app.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'members' order by 1`,
    );
    const marked = Object.values(MARKS).map(({ column }) => column);
    expect([...OPEN, ...UNLISTED, ...marked].sort()).toEqual(rows.map(({ name }) => name));
  });

  it.each(LOOKING)(
    '%s reads in no screen, call, file and mail what is hidden from them (O2)',
    async (reader) => {
      const here = await sceneOf(reader);
      const hidden = ALL.filter((field) => !SEEN[reader]?.includes(field));
      const leaks: string[] = [];
      const look = (what: string, text: string) =>
        leaks.push(
          ...foundIn(text)
            .filter((field) => hidden.includes(field))
            .map((field) => `${what}: ${field}`),
        );
      const reading = (all: object) => Object.keys(all).filter((key) => key.startsWith('GET '));
      let read = 0;
      await mark(here, reader);
      // Recipes make as many feeds as somebody may have.
      const anew = () => deleteRows(app.db, 'calendar_feeds', { user_uuid: here.actor.uuid });
      for (const request of reading(requests)) {
        await anew();
        const sample = await requests[request]?.(here);
        const { text } = await here.visitor.call('GET', pathOf(callOf(request), sample ?? {}));
        look(request, text);
        read++;
      }
      for (const screen of reading(visits)) {
        await anew();
        const { params, fields } = (await visits[screen]?.(here)) ?? {};
        const query = new URLSearchParams(Object.entries(fields ?? {}) as [string, string][]);
        const { text } = await here.visitor.get(`${addressOf(screen, params)}?${query}`);
        look(screen, text);
        read++;
      }
      await app.work();
      for (const mail of await readOutbox(app.config)) look('mail', JSON.stringify(mail));
      expect(leaks).toEqual([]);
      expect(read).toBeGreaterThan(150);
    },
  );

  for (const [name, seen] of Object.entries(SEEN)) {
    const reader = name as Reader;

    it(`${reader} is answered with what they may see, and with nothing of the rest (O2, O12)`, async () => {
      const here = await sceneOf(reader);
      const { organization, visitor } = here;
      await mark(here, reader);
      const member = await app.make.member(organization, { firstName: 'Otto', lastName: 'Marke' });
      const event = await app.make.event(organization, { date: today() });
      await app.make.attended(event, member);
      const path = `/member/${member.uuid}`;
      const [one, list, search, sheet] = [
        await visitor.call('GET', path),
        await visitor.call('GET', `/member?organization=${organization.uuid}`),
        await visitor.call('GET', `/member?organization=${organization.uuid}&q=Marke`),
        await visitor.visit(`/app/members/${member.uuid}`),
      ];
      if (seen === null) {
        expect([one.status, list.status].every((status) => [401, 404].includes(status))).toBe(true);
        return;
      }
      const fieldsOf = (json: object) => ALL.filter((field) => field in json);
      const values = Object.fromEntries(seen.map((field) => [field, MARKS[field].value]));
      expect(one.json).toMatchObject(values);
      expect(fieldsOf(one.json)).toEqual(ALL.filter((field) => seen.includes(field)));
      expect('participatedEvents' in one.json).toBe(SEES_ATTENDANCE.includes(reader));
      const listed = list.json.find(({ uuid }: { uuid: string }) => uuid === member.uuid);
      expect(listed).toMatchObject(values);
      expect(fieldsOf(listed)).toEqual(fieldsOf(one.json));
      expect(search.json).toEqual([listed]);
      // In what one reads: the page's scripts have all of it.
      for (const field of seen)
        expect(sheet.page).toContain(asShown(MARKS[field]).at(-1)?.replace(/[<>]/g, ''));
      expect(sheet.page.includes('in den letzten zwölf Monaten')).toBe(
        SEES_ATTENDANCE.includes(reader),
      );
      // Nobody finds anybody by what is in a record.
      for (const { value } of Object.values(MARKS).filter((each) => each.value.length > 1)) {
        const query = new URLSearchParams({ organization: organization.uuid, q: value });
        expect((await visitor.call('GET', `/member?${query}`)).json).toEqual([]);
      }
    });
  }

  it('everybody sees all of their own record, and when they were there (O2)', async () => {
    const { visitor, actor } = await scene(app, 'user');
    const columns = Object.values(MARKS).map(({ column, value }) => [column, value]);
    await changeRows(app.db, 'members', actor.member, Object.fromEntries(columns));
    const { json } = await visitor.call('GET', `/member/${actor.member}`);
    expect(json).toMatchObject({
      ...Object.fromEntries(ALL.map((field) => [field, MARKS[field].value])),
      participatedEvents: [],
    });
  });

  it('a leader sees what is for leaders for as long as somebody belongs to the group (O2, U8)', async () => {
    const { organization, visitor, actor } = await sceneOf('user');
    const member = await app.make.member(organization);
    await changeRows(app.db, 'members', member.uuid, { phone: MARKS.phone.value });
    const group = await app.make.group(organization, [member]);
    await app.make.leads(actor, { ...group, organization: organization.uuid });
    const seen = async () => {
      const { json } = await visitor.call('GET', `/member/${member.uuid}`);
      return [json.phone, json.participatedEvents];
    };
    expect(await seen()).toEqual([MARKS.phone.value, []]);
    const clerk = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    await clerk.call('DELETE', `/group/${group.uuid}/member/${member.uuid}`);
    expect(await seen()).toEqual([undefined, undefined]);
  });
});

const today = () => new Date().toISOString().slice(0, 10);
