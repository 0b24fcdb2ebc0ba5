/** npm run restore -- <file> [--force]: restores a backup. */
import { resolve } from 'node:path';
import { restoreBackup } from '#db/backup/restore';
import { backupCommand } from '~/server/backup-command';
import { embeddedFolder } from '~/server/database';

await backupCommand(
  'npm run restore -- <Datei> [--force]',
  { flags: ['force'], writes: true },
  async ({ db, pool }, file, flags, { dataDir, databaseUrl }) => {
    const force = flags.has('force');
    if (databaseUrl === null)
      process.stdout.write(
        `Ohne DATABASE_URL wird in die eingebaute Datenbank eingespielt: ${resolve(embeddedFolder({ dataDir }))}.\n`,
      );
    const { rows, erased } = await restoreBackup(db, pool, file, { force, dataDir });
    if (erased > 0)
      process.stdout.write(`Seit der Sicherung gelöschte Einträge wieder gelöscht: ${erased}.\n`);
    return ['eingespielt aus', rows];
  },
);
