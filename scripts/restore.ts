/** npm run restore -- <file> [--force]: restores a backup. */
import { restoreBackup } from '#db/backup/restore';
import { backupCommand } from '~/server/backup-command';

await backupCommand(
  'npm run restore -- <Datei> [--force]',
  { flags: ['force'], writes: true },
  async ({ db, pool }, file, flags, { dataDir }) => {
    const force = flags.has('force');
    const { rows, erased } = await restoreBackup(db, pool, file, { force, dataDir });
    if (erased > 0)
      process.stdout.write(`Seit der Sicherung gelöschte Einträge wieder gelöscht: ${erased}.\n`);
    return ['eingespielt aus', rows];
  },
);
