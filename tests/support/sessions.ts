import type { TestApp } from './app';

/** The sessions of a user, as they are stored. */
export const sessionsOf = ({ db }: Pick<TestApp, 'db'>, { uuid }: { uuid: string }) =>
  db.selectFrom('sessions').selectAll().where('user_uuid', '=', uuid).execute();
