import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDataFolder } from '../data-folder.ts';
import { allSettings } from '../features.ts';
import { readSettings } from '../platform/config/setting.ts';
import { wrapMasterKey } from '../platform/crypto/master-key.ts';
import { findMasterKeyPlace } from '../platform/crypto/master-key-settings.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run keys:wrap [-- --from FILE]
  Makes a new master key, has the key service of MASTER_KEY wrap it, and writes it wrapped to
  MASTER_KEY_FILE (DATA_DIR/master.key.wrapped).
  --from FILE   wraps the master key in this file in place of a new one`;

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const settings = readSettings(allSettings, process.env);
  const place = await findMasterKeyPlace(settings);
  await openDataFolder(path.resolve(settings.dataDir));
  const file = await wrapMasterKey(place, values.from);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say(`The wrapped master key is in ${file}. Every machine needs a copy of it.`);
  if (values.from !== undefined) {
    say(`Start Prahari, see that a lesson plays, and take ${values.from} off this machine.`);
  }
});
