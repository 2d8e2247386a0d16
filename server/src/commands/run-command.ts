import { ConfigurationError } from '../platform/config/setting.ts';
import { EmbeddedPostgresError } from '../platform/db/embedded/failure.ts';
import { StartError } from '../platform/errors/app-error.ts';

/** Runs what an operator asked for on the command line; a failure they can act on is one sentence. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${formatSentence(error, usage)}\n`);
  }
}

function formatSentence(error: unknown, usage: string): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return `${error.message}\n${usage}`;
  }
  const isExpected =
    error instanceof StartError ||
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError;
  return isExpected ? error.message : (error.stack ?? error.message);
}
