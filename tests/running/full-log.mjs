// Preloaded into the server: as fault.mjs; from SIGHUP on, the disk of its log is full.
import fs from 'node:fs';
import './fault.mjs';

process.on('SIGHUP', () => {
  fs.writeSync = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  process.stderr.write('full\n');
});
