import { parseArgs } from 'node:util';
import { MediaError } from '@prahari/media';
import { allSettings } from './compose.ts';
import { makeDemoAccounts, makeDemoLesson } from './demo.ts';
import { type Instance, startInstance } from './instance.ts';
import { ConfigurationError, readSettings } from './platform/config/setting.ts';
import { EmbeddedPostgresError } from './platform/db/embedded/failure.ts';
import { StartError } from './platform/errors/app-error.ts';
import { createLog } from './platform/log/log.ts';

const usage = `Usage: npm start [-- --demo] [-- --new-admin-password]
  --demo                 also makes demo accounts and an encrypted demo lesson
  --new-admin-password   makes a new one-time password for the super administrator`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      demo: { type: 'boolean', default: false },
      'new-admin-password': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) {
    say(usage);
    return;
  }
  const settings = readSettings(allSettings, process.env);
  const log = createLog(settings.logLevel);
  const instance = await startInstance(settings, { log, onDatabaseLost });
  stopOnSignals(instance);
  const { users } = instance.composition;
  const admin = await users.ensureFirstAdmin(settings.superAdminPhone, flags['new-admin-password']);
  if (instance.address) {
    say('');
    say(`  Prahari is ready at ${instance.address}`);
  } else {
    say('  Prahari takes jobs.');
  }
  if (admin) {
    say('');
    say(`  Super administrator   ${admin.contactNumber}`);
    say(`  One-time password     ${admin.oneTimePassword}`);
    say('  It is shown only now. Signing in with it asks for a password of your own.');
  }
  const demoAdminId = flags.demo ? await makeDemoAccounts(instance, say) : undefined;
  say('');
  say('  Ctrl+C stops it.');
  if (demoAdminId) {
    // A stop in the middle of it fails it, and is no failure of the start.
    await makeDemoLesson(instance, demoAdminId, say).catch((error: unknown) => {
      log.warn({ err: error }, 'the demo lesson was not made');
    });
  }
}

/** npm passes a Ctrl+C on that the terminal has sent already: two so close are one. */
const doubledSignalMs = 1000;

/** The first signal stops in order; a second one stops at once. */
function stopOnSignals(instance: Instance): void {
  let stoppingSince: number | undefined;
  const stop = () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > doubledSignalMs) process.exit(130);
      return;
    }
    stoppingSince = Date.now();
    say('\n  Stopping…');
    instance.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
}

/** Without its database a process only answers errors: ending lets a supervisor start it anew. */
function onDatabaseLost(): never {
  fail(new StartError('The embedded PostgreSQL ended unexpectedly. Start Prahari again.'));
}

/** Says what stopped the start: one sentence where we know it, the whole error where we don't. */
function fail(error: unknown): never {
  process.stderr.write(`\n  ${sentenceOf(error)}\n`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
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
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `${error.message}\n${usage}`;
  return `Prahari could not start: ${error.stack ?? error.message}`;
}

await main().catch(fail);
