import { readFile } from 'node:fs/promises';
import { MediaError } from '@prahari/media';
import * as z from 'zod/mini';
import { formatHelp, readFlags } from './command-line.ts';
import { noteAddress, umask } from './data-folder.ts';
import { makeDemoAccounts, makeDemoVideo } from './demo.ts';
import { type AllSettings, allSettings } from './features.ts';
import { type Instance, repeatWhileAway, startPatiently } from './instance.ts';
import { moveDatabase } from './move-database.ts';
import { isLocalHost } from './platform/config/local-host.ts';
import { findMisspelt } from './platform/config/misspelt.ts';
import { ConfigurationError, readSettings } from './platform/config/setting.ts';
import { EmbeddedPostgresError } from './platform/db/embedded/failure.ts';
import { StartError } from './platform/errors/app-error.ts';
import { createLog } from './platform/log/log.ts';
import { logUncaught } from './platform/log/log-uncaught.ts';

/** Read by the media tools themselves. */
const toolSettings = ['FFMPEG_PATH', 'FFPROBE_PATH'];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const flags = readFlags(process.argv.slice(2), process.env);
  if (flags.help || flags.version) {
    say(flags.help ? formatHelp(allSettings) : await readVersion());
    return;
  }
  const settings = readSettings(allSettings, process.env);
  printWarnings(settings);
  const log = createLog(settings.logLevel);
  logUncaught(log);
  process.umask(umask);
  if (flags.moveTo !== undefined) {
    await moveDatabase(settings, flags.moveTo, { log, say });
    return;
  }
  const instance = await startPatiently(settings, { log, isPreparing: flags.migrate });
  stopOnSignals(instance);
  const { users } = instance.composition;
  const admin = await repeatWhileAway(log, () =>
    users.ensureFirstAdmin(settings.superAdminPhone, flags.newAdminPassword),
  );
  if (flags.migrate) say('  The database is up to date.');
  else if (instance.address) {
    if (!settings.databaseUrl) await noteAddress(instance.foundation.dataDir, instance.address);
    say('');
    say(`  Prahari is ready at ${instance.address}`);
  } else {
    say('  Prahari is processing jobs.');
  }
  if (admin) {
    say('');
    say(`  Super administrator   ${admin.contactNumber}`);
    say(`  One-time password     ${admin.oneTimePassword}`);
    say('  It is shown only once. After signing in with it, you choose your own password.');
  }
  if (flags.migrate) {
    await instance.stop();
    return;
  }
  const demoAdminId = flags.demo ? await makeDemoAccounts(instance, say) : undefined;
  say('');
  say('  Ctrl+C stops it.');
  if (demoAdminId) {
    // A stop in the middle of it fails it, and is no failure of the start.
    await makeDemoVideo(instance, demoAdminId, say).catch((error: unknown) => {
      log.warn({ err: error }, 'the demo video was not made');
    });
  }
}

async function readVersion(): Promise<string> {
  const file = new URL('../../package.json', import.meta.url);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  return `Prahari ${version}`;
}

/** Prints settings that are likely mistakes, without stopping the start. */
function printWarnings(settings: AllSettings): void {
  const names = Object.values(allSettings).map(({ variable }) => variable);
  for (const { variable, nearest } of findMisspelt([...names, ...toolSettings], process.env)) {
    process.stderr.write(`  ${variable} is not a setting. Did you mean ${nearest}?\n`);
  }
  const { publicUrl } = settings;
  if (publicUrl?.startsWith('http:') && !isLocalHost(new URL(publicUrl).hostname)) {
    process.stderr.write(
      `  PUBLIC_URL is ${publicUrl}, without TLS, so browsers will not let anyone sign in or watch. Put a proxy with a certificate in front and use https.\n`,
    );
  }
}

/** npm passes a Ctrl+C on that the terminal has sent already: two so close are one. */
const doubledSignalMs = 1000;

/**
 * Stops in order at the first signal, and at once at a second one. Who sends SIGTERM runs a service,
 * whose requests under way are finished before; who presses Ctrl+C waits for the end.
 */
function stopOnSignals(instance: Instance): void {
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > doubledSignalMs) process.exit(130);
      return;
    }
    stoppingSince = Date.now();
    say('\n  Stopping…');
    const finished = signal === 'SIGTERM' ? instance.drain() : Promise.resolve();
    finished
      .then(() => instance.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
}

/** Says what stopped the start: one sentence where we know it, the whole error where we don't. */
function fail(error: unknown): never {
  process.stderr.write(`\n  ${formatSentence(error)}\n`);
  process.exit(1);
}

function formatSentence(error: unknown): string {
  const isExpected =
    error instanceof StartError ||
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MediaError;
  if (isExpected) return error.message;
  if (!(error instanceof Error)) return `Prahari could not start: ${String(error)}`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return 'The disk that holds DATA_DIR is full: free some space or set DATA_DIR to another disk.';
  }
  if (code === 'EACCES' || code === 'EROFS') {
    return `DATA_DIR can't be written by this user: correct its owner or set DATA_DIR to another folder.`;
  }
  return `Prahari could not start: ${error.stack ?? error.message}`;
}

await main().catch(fail);
