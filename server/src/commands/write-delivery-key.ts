import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { allSettings, findDeliveryKeyFile } from '../features.ts';
import { openFoundation } from '../foundation.ts';
import { readSettings } from '../platform/config/setting.ts';
import { StartError } from '../platform/errors/app-error.ts';
import { createLog } from '../platform/log/log.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run delivery:key -- <file>
  Writes what an nginx needs that checks signed paths itself (deploy/nginx); the file is a secret.`;

await runCommand(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new StartError(usage);
  const settings = readSettings(allSettings, process.env);
  const foundation = await openFoundation(settings, {
    log: createLog('error'),
    isBesideServer: true,
  });
  try {
    await writeFile(file, await findDeliveryKeyFile(foundation, settings), { mode: 0o640 });
    process.stdout.write(`Written to ${file}. Reload nginx to use it.\n`);
  } finally {
    await foundation.close();
  }
});
