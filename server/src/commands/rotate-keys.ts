import { parseArgs } from 'node:util';
import { allSettings, sealedColumns } from '../features.ts';
import { openFoundation } from '../foundation.ts';
import { readSettings } from '../platform/config/setting.ts';
import { findMasterKeyPlace } from '../platform/crypto/master-key-settings.ts';
import { describeRotation, rotateMasterKey } from '../platform/crypto/rotate-master-key.ts';
import { createLog } from '../platform/log/log.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run keys:rotate [-- --dry-run]
  Makes a new master key and seals everything again under it, while Prahari runs.
  --dry-run   says how much there is to do`;

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const settings = readSettings(allSettings, process.env);
  const foundation = await openFoundation(settings, {
    log: createLog('error'),
    isBesideServer: true,
  });
  try {
    const rotation = {
      db: foundation.db,
      place: await findMasterKeyPlace(settings),
      columns: sealedColumns,
      say: (line: string) => void process.stdout.write(`${line}\n`),
    };
    await (values['dry-run'] ? describeRotation(rotation) : rotateMasterKey(rotation));
  } finally {
    await foundation.close();
  }
});
