/** npm run restore -- <file> [--force]: restores a backup. */
import { restoreBackup } from '#db/backup/restore';
import { backupCommand } from '~/server/backup-command';

await backupCommand(
  'npm run restore -- <Datei> [--force]',
  { flags: ['force'], writes: true },
  async ({ db, pool }, file, flags) => {
    const rows = await restoreBackup(db, pool, file, { force: flags.has('force') });
    return ['eingespielt aus', rows];
  },
);
