import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { dataFoldersOf, openDataFolder, umask } from '../data-folder.ts';
import { type AllSettings, allSettings } from '../features.ts';
import { openDatabaseServer, openFoundation } from '../foundation.ts';
import { type Backup, openBackup } from '../platform/backup/backup-folder.ts';
import {
  findMedia,
  mediaListName,
  putMediaBack,
  readMediaList,
} from '../platform/backup/media-copies.ts';
import {
  openSettings,
  readPassphrase,
  type SealedSettings,
  sealedSettingsName,
} from '../platform/backup/sealed-settings.ts';
import { readSettings } from '../platform/config/setting.ts';
import { findMasterKeyFile, loadMasterKeys } from '../platform/crypto/master-key.ts';
import { findMasterKeyPlace } from '../platform/crypto/master-key-settings.ts';
import { nameMasterKeys } from '../platform/crypto/seal.ts';
import { loadDatabase } from '../platform/db/copy/load-database.ts';
import { StartError } from '../platform/errors/app-error.ts';
import { createLog } from '../platform/log/log.ts';
import type { ObjectStorage } from '../platform/storage/storage.ts';
import { openStorage } from '../platform/storage/storage-settings.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run restore -- BACKUP [--passphrase-file FILE] [--without-media]
  Fills an empty DATA_DIR, or an empty database at DATABASE_URL, with the backup in the folder BACKUP.
  --passphrase-file   restores the master key and the settings, sealed with the passphrase in FILE
  --without-media     goes on where media is missing, and lists it`;

const log = createLog('error');
const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'passphrase-file': { type: 'string' },
      'without-media': { type: 'boolean', default: false },
    },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new StartError(usage);
  const settings = readSettings(allSettings, process.env);
  process.umask(umask);
  const dataDir = path.resolve(settings.dataDir);
  const backup = await openBackup(path.resolve(folder));
  say(`The backup of ${backup.madeAt} is whole.`);
  const passphraseFile = values['passphrase-file'];
  const sealed = passphraseFile && (await openSealed(backup, passphraseFile));
  await openDataFolder(dataDir);
  await settleMasterKey(backup, settings, sealed || undefined);
  const { storage } = await openStorage(settings, dataFoldersOf(dataDir).mediaDir);
  const copies = path.join(path.dirname(backup.folder), 'media');
  const media = await sortMedia(backup, storage, copies);
  if (media.missing.length > 0 && !values['without-media']) {
    throw new StartError(
      `${media.missing.length} files of media are neither stored nor in ${copies}, the first is ${media.missing[0]}. Bring them back first, or restore --without-media.`,
    );
  }
  const database = await openDatabaseServer(settings, { log });
  try {
    await loadDatabase(backup.database, database.connectionString, { log, say });
  } finally {
    await database.stop();
  }
  const scratch = path.join(dataFoldersOf(dataDir).workDir, `restore-${randomUUID()}`);
  for (const key of media.copied) await putMediaBack(storage, key, { copies, scratch });
  await rm(scratch, { recursive: true, force: true });
  say(`media: ${media.stored} files were there, ${media.copied.length} were put back.`);
  for (const key of media.missing) say(`missing: ${key}`);
  // Brings the tables up to date, and finds out whether the master key opens what is sealed.
  await (await openFoundation(settings, { log })).close();
  if (sealed) await writeEnvironment(dataDir, sealed);
  say('All is restored. Start Prahari as before.');
});

async function openSealed(backup: Backup, passphraseFile: string): Promise<SealedSettings> {
  const file = backup.read(sealedSettingsName);
  if (!file) {
    throw new StartError(
      'This backup was made without --passphrase-file: it holds neither master key nor settings. Put the master key in its place yourself.',
    );
  }
  return openSettings(await text(file), await readPassphrase(passphraseFile));
}

/** Puts the master key in its place, or finds out whether the one there is the right one. */
async function settleMasterKey(
  backup: Backup,
  settings: AllSettings,
  sealed: SealedSettings | undefined,
): Promise<void> {
  const place = await findMasterKeyPlace(settings);
  const file = findMasterKeyFile(place);
  const isThere = place.wrapped !== undefined || (await stat(file).catch(() => undefined));
  if (!isThere) {
    if (sealed?.masterKey === undefined) {
      throw new StartError(
        `The master key of this backup is missing: put it at ${file}, or name the passphrase that sealed it by --passphrase-file.`,
      );
    }
    await writeFile(file, sealed.masterKey, { mode: 0o600, flush: true, flag: 'wx' });
  }
  const ids = nameMasterKeys(await loadMasterKeys(place));
  if (!ids.some((id) => backup.masterKeyIds.includes(id))) {
    throw new StartError(`${file} is not the master key of this backup: put that in its place.`);
  }
}

async function sortMedia(backup: Backup, storage: ObjectStorage, copies: string) {
  const copied: string[] = [];
  const missing: string[] = [];
  let stored = 0;
  const list = backup.read(mediaListName);
  for await (const media of list ? readMediaList(list) : []) {
    const place = await findMedia(storage, media, copies);
    if (place === 'stored') stored += 1;
    else (place === 'copied' ? copied : missing).push(media.key);
  }
  return { stored, copied, missing };
}

/** Writes the settings for the operator: a command can't set them. */
async function writeEnvironment(dataDir: string, { environment }: SealedSettings): Promise<void> {
  const file = path.join(dataDir, 'restored-settings.env');
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  say(`The settings of before are in ${file}.`);
}
