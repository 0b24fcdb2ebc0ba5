import { access, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from '~/config.server';
import { spendCode } from '~/features/factors/factors.server';
import { codeOf, forgetStep, giveFactor, giveRecoveryCodes } from '../support/authenticator';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS, QUICK_HASHES } from '../support/factories';
import { operate } from '../support/operator';
import { admin, newFolder, server } from '../support/server-process';

/** A new SESSION_SECRET, step by step as docs/operating.md says ('A new SESSION_SECRET'). */

const [FORMER, NEXT, OTHER] = ['a', 'b', 'c'].map((each) => each.repeat(32)) as [
  string,
  string,
  string,
];

/** A user whose second factor was sealed with the former secret. */
async function sealedBefore() {
  const { db, url } = await createDatabase();
  const user = await new Factories(db, NO_PASSWORDS).user();
  const app = { db, config: { secret: FORMER } } as Parameters<typeof giveFactor>[0];
  const secret = await giveFactor(app, user);
  const codes = await giveRecoveryCodes(app, user);
  const spend = async (code: string, config: Parameters<typeof spendCode>[2]) => {
    await forgetStep({ db }, user);
    return spendCode(db, { user: user.uuid, code }, config, (hashing) =>
      hashing(QUICK_HASHES.rounds),
    );
  };
  return { db, url, spend, user, secret, codes };
}

describe('a new SESSION_SECRET', () => {
  it('with the former one every code still works, and once factors are resealed it can be dropped (ASVS V11.2.2, V13.3.1)', async () => {
    const { url, spend, secret, db } = await sealedBefore();
    const rotated = {
      DATABASE_URL: url,
      SESSION_SECRET: NEXT,
      OLD_SESSION_SECRET: `${OTHER}, ${FORMER}`,
    };
    const running = await server(rotated).ready();
    expect(running.log.filter(({ level }) => level >= 50)).toEqual([]);
    const both = { secret: NEXT, formerSecrets: [OTHER, FORMER] };
    expect(await spend(codeOf(secret), both)).toBe('totp');
    const sealed = () => sql<{ secret: string }>`select secret from totp`.execute(db);
    const old = (await sealed()).rows[0]?.secret;
    // While the server runs.
    expect(await admin(rotated, ['reseal-factors'])).toEqual({
      code: 0,
      stdout:
        'Neu versiegelte Handy-Codes: 1. Für Handy-Codes ist kein früheres Geheimnis mehr nötig.\n',
      stderr: '',
    });
    expect((await sealed()).rows[0]?.secret).not.toBe(old);
    expect(await operate(db, ['reseal-factors'], { environment: rotated })).toContain(
      'Handy-Codes: 0.',
    );
    expect(await spend(codeOf(secret), { secret: NEXT })).toBe('totp');
    expect(await running.stop()).toBe(0);
    // As a file of systemd's, without which the start asks for the secret that servers share.
    const CREDENTIALS_DIRECTORY = await newFolder();
    await writeFile(join(CREDENTIALS_DIRECTORY, 'SESSION_SECRET'), `${NEXT}\n`);
    const dropped = await server({ DATABASE_URL: url, CREDENTIALS_DIRECTORY }).ready();
    expect(dropped.log.filter(({ level }) => level >= 50)).toEqual([]);
    expect(await dropped.stop()).toBe(0);
  });

  it('without the former one a recovery code works, a code of the app says why not, and the log tells the operator (T4)', async () => {
    const { db, url, spend, secret, codes } = await sealedBefore();
    const [code = ''] = codes;
    await expect(spend(codeOf(secret), { secret: NEXT })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Wiederherstellungscode'),
    });
    expect(await spend(code, { secret: NEXT })).toBe('recovery');
    const rotated = { DATABASE_URL: url, SESSION_SECRET: NEXT };
    const running = await server(rotated).ready();
    expect(running.log.filter(({ level }) => level >= 50)).toMatchObject([
      { factors: 1, msg: expect.stringContaining('set that as OLD_SESSION_SECRET') },
    ]);
    expect(await running.stop()).toBe(0);
    await expect(operate(db, ['reseal-factors'], { environment: rotated })).rejects.toThrow(
      'Mit keinem Geheimnis zu öffnen: 1.',
    );
    // Without the server's settings the command makes no secret of its own.
    const DATA_DIR = join(tmpdir(), `vereinsheim-${crypto.randomUUID()}`);
    await expect(
      operate(db, ['reseal-factors'], { environment: { DATABASE_URL: url, DATA_DIR } }),
    ).rejects.toThrow('Das neue SESSION_SECRET fehlt');
    await expect(access(DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it('former secrets that are too short or too many end the start (I2)', () => {
    for (const OLD_SESSION_SECRET of ['kurz', `${FORMER},`, Array(6).fill(FORMER).join()]) {
      const read = () => readConfig({ SESSION_SECRET: NEXT, OLD_SESSION_SECRET });
      expect(read).toThrow(ConfigurationError);
      expect(read).toThrow('OLD_SESSION_SECRET muss bis zu 5 frühere Geheimnisse');
      expect(read).not.toThrow(FORMER);
    }
  });
});
