/** npm run backup -- <file>: backs up the whole database, while servers use it. */
import { writeBackup } from '#db/backup/write';
import { backupCommand, version } from '~/server/backup-command';

await backupCommand(
  'npm run backup -- <Datei>',
  { flags: [], writes: false },
  async ({ pool }, file) => {
    const rows = await writeBackup(pool, file, { version: await version() });
    if (!rows.users) process.stdout.write('In dieser Datenbank hat noch niemand ein Konto.\n');
    return ['gesichert in', rows];
  },
);
