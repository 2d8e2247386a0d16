import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { noteBackup } from '../data-folder.ts';
import { allSettings, mediaRoot, readVersion, transactionColumns } from '../features.ts';
import { openFoundation } from '../foundation.ts';
import { beginBackup } from '../platform/backup/backup-folder.ts';
import { listMedia, mediaListName } from '../platform/backup/media-copies.ts';
import {
  readPassphrase,
  sealedSettingsName,
  sealSettings,
} from '../platform/backup/sealed-settings.ts';
import { readSettings } from '../platform/config/setting.ts';
import { findMasterKeyFile } from '../platform/crypto/master-key.ts';
import { findMasterKeyPlace } from '../platform/crypto/master-key-settings.ts';
import { nameMasterKeys } from '../platform/crypto/seal.ts';
import { openDatabaseSnapshot } from '../platform/db/copy/database-copy.ts';
import { StartError } from '../platform/errors/app-error.ts';
import { createLog } from '../platform/log/log.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run backup -- FOLDER [--media] [--passphrase-file FILE]
  Writes the database, and a list of all media, into a new folder below FOLDER, while Prahari runs.
  --media             also copies media that FOLDER/media does not have yet
  --passphrase-file   also stores the master key and the settings, sealed with the passphrase in FILE`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      media: { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
    },
  });
  const [parent, ...more] = positionals;
  if (parent === undefined || more.length > 0) throw new StartError(usage);
  const passphraseFile = values['passphrase-file'];
  const passphrase = passphraseFile && (await readPassphrase(passphraseFile));
  const settings = readSettings(allSettings, process.env);
  const foundation = await openFoundation(settings, {
    log: createLog('error'),
    isBesideServer: true,
  });
  const { connectionString, storage, masterKey, dataDir } = foundation;
  try {
    const madeAt = new Date().toISOString();
    const folder = path.resolve(parent, `prahari-${madeAt.replace(/:|\.\d+/g, '')}`);
    const backup = await beginBackup(folder);
    try {
      const copy = await openDatabaseSnapshot(connectionString, transactionColumns);
      await backup.addDatabase(copy, say).finally(() => copy.close());
      const copyTo = values.media ? path.resolve(parent, 'media') : undefined;
      const { lines, total } = await listMedia(storage, { root: mediaRoot, copyTo });
      await backup.addFile(mediaListName, lines);
      say(`media: ${total.objects} files, ${total.sizeBytes} bytes${copyTo ? '' : ' (a list)'}`);
      if (passphrase) {
        const keys = await findMasterKeyPlace(settings);
        // Wrapped keys in the environment are among the settings.
        const file = keys.wrapped === undefined ? findMasterKeyFile(keys) : undefined;
        const text = file && (await readFile(file, 'utf8'));
        const environment = listEnvironment();
        const sealed = await sealSettings({ environment, masterKey: text }, passphrase);
        await backup.addFile(sealedSettingsName, Readable.from([sealed]));
      } else {
        say('Not in it: the master key and the settings. Keep a copy of the key apart from it.');
      }
      const masterKeyIds = nameMasterKeys(masterKey.all());
      await backup.finish({ madeAt, version: await readVersion(), masterKeyIds });
    } catch (error) {
      await backup.abandon();
      throw error;
    }
    await noteBackup(dataDir, madeAt);
    say(`The backup is ${folder}`);
  } finally {
    await foundation.close();
  }
});

/** Lists the settings that are set. */
function listEnvironment(): Record<string, string> {
  const names = Object.values(allSettings).map(({ variable }) => variable);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
}
