import type { TestApp } from './app';

export const sessionsOf = ({ db }: Pick<TestApp, 'db'>, { uuid }: { uuid: string }) =>
  db.selectFrom('sessions').selectAll().where('user_uuid', '=', uuid).execute();
