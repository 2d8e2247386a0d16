import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findKeys } from './find-keys.ts';
import { appendOutput, type RecordedOutput, readOutputs } from './output-file.ts';
import { openStoredKeys } from './stored-keys.ts';
import { tapAnswers } from './tap-answers.ts';

/**
 * Loaded before a server (`node --import`): notes all that it answers in the file `OUTPUT_FILE`,
 * and, asked by the process that started it, looks for content keys in that, in its logs and its
 * database, and in what it is told of besides: pages, and what it printed.
 */
const [dataDir = '', file = ''] = [process.env['DATA_DIR'], process.env['OUTPUT_FILE']];
const { unfinished } = tapAnswers((answer) => appendOutput(file, answer));

const textual = (what: string, text: string | Buffer): RecordedOutput => ({
  what,
  head: '',
  body: Buffer.from(text),
});

function logFiles(): RecordedOutput[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.log'))
    .map((name) => textual(`the log ${name}`, readFileSync(path.join(dataDir, name))));
}

async function scan(printed: string) {
  const stored = await openStoredKeys(dataDir);
  try {
    const tables = (await stored.tables()).map(({ name, text }) => textual(`table ${name}`, text));
    const other = [...tables, ...logFiles(), textual('what the server printed', printed)];
    return findKeys([...readOutputs(file), ...unfinished(), ...other], await stored.keys());
  } finally {
    await stored.close();
  }
}

process.on('message', (message) => {
  const page: unknown = Reflect.get(Object(message), 'page');
  const text: unknown = Reflect.get(Object(message), 'text');
  const printed: unknown = Reflect.get(Object(message), 'scanWith');
  if (typeof page === 'string' && typeof text === 'string') appendOutput(file, textual(page, text));
  if (typeof printed !== 'string') return;
  scan(printed).then(
    (scanned) => process.send?.({ scanned }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.channel?.unref();
