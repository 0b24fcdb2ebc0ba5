import type { EntryContext, ServerBuild } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { pino } from 'pino';
import { createElement, type ReactElement } from 'react';
import { connect } from '#db/connection';
import { routedHandler } from '~/bridge/route-table';
import { readConfig } from '~/config.server';
import type { Services } from '~/kernel/services.server';
import { SECRET } from './server';

const unused = () => Promise.reject(new Error('A page does not need this'));

/**
 * The components of a page with their data loaded: what the server renders, without the request,
 * the database, the data script and the compression around it.
 * @param address of the database
 * @returns null for a response without components, such as a redirect
 */
export async function componentsOf(
  address: string,
  path: string,
  headers: Record<string, string>,
): Promise<ReactElement | null> {
  const build = (await import(`${process.cwd()}/build/server/index.js`)) as ServerBuild;
  const { db } = connect(address, { max: 2 });
  const config = readConfig({ SESSION_SECRET: SECRET });
  const services: Services = {
    config,
    db,
    log: pino({ level: 'silent' }),
    passwords: {
      hasRoom: () => true,
      hash: unused,
      verify: unused,
      guesses: unused,
      inTurn: unused,
    },
    tables: { read: unused, write: unused },
    limits: {
      takeWrite: () => 0,
      takeRead: () => 0,
      serve: (_key, work) => work(),
      enter: () => () => {},
      enterList: async () => () => {},
      take: unused,
      waitOf: unused,
      spend: unused,
      remaining: unused,
      clear: unused,
      giveBack: unused,
      trust: unused,
      trusts: unused,
    },
  };
  const url = `http://localhost${path}`;
  let page: ReactElement | null = null;
  const keep = (_request: Request, status: number, _headers: Headers, context: EntryContext) => {
    context.serverHandoffStream = undefined;
    page = createElement(RemixServer, { context, url });
    return new Response(null, { status });
  };
  const handle = routedHandler(
    { ...build, entry: { module: { ...build.entry.module, default: keep } } },
    'production',
  );
  await handle(new Request(url, { headers }), {
    services,
    requestId: '',
    nonce: '',
    ip: '',
    submits: false,
    turn: async () => {},
  });
  await db.destroy();
  return page;
}
