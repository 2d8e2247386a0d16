import { mkdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { ApiError, endpoints } from '@prahari/contract';
import { chooseEncoder, type EncoderChoice, encoderChoices, resolveTools } from '@prahari/media';
import { StartError } from '../platform/errors/app-error.ts';
import { createRunnerApi } from '../runner/runner-api.ts';
import { type RunnerIdentity, readIdentity, writeIdentity } from '../runner/runner-folder.ts';
import { parseServerAddress } from '../runner/server-address.ts';
import { workAsRunner } from '../runner/work.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run runner -- --server https://… [--token-file FILE] [--folder FOLDER]
  Helps a server of Prahari to convert videos, until it is stopped.
  --server        its address; only needed the first time
  --token-file    holds the token of the invitation, which is needed once; else RUNNER_TOKEN, or typed
  --folder        for the secret of this runner and the videos in work (default: ~/.prahari-runner)
There is no option for the token itself: every account of this computer can read the words of a command.`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      'token-file': { type: 'string' },
      folder: { type: 'string' },
    },
  });
  const folder = path.resolve(values.folder ?? path.join(os.homedir(), '.prahari-runner'));
  const server = values.server === undefined ? undefined : parseServerAddress(values.server);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await resolveTools(process.env);
  const { encoder, refused } = await chooseEncoder(readEncoderChoice(), found);
  for (const { name, why } of refused) say(`The encoder ${name} does not work here: ${why}`);
  const known = await readIdentity(folder);
  if (known && server !== undefined && server !== known.server) {
    throw new StartError(`This runner is registered at ${known.server}: give it another --folder.`);
  }
  const identity = known ?? (await register(server, folder, values['token-file']));
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort());
  say(`Helping ${identity.server} with ${encoder.name}.`);
  await workAsRunner({
    api: createRunnerApi(identity.server, identity.secret),
    tools: { ...found, encoder },
    folder,
    signal: stopped.signal,
    say,
  });
  say('Stopped.');
});

function readEncoderChoice(): EncoderChoice {
  const given = process.env['VIDEO_ENCODER'] ?? 'libx264';
  const choice = encoderChoices.find((one) => one === given);
  if (!choice) throw new StartError(`VIDEO_ENCODER must be one of ${encoderChoices.join(', ')}.`);
  return choice;
}

async function register(
  server: string | undefined,
  folder: string,
  tokenFile: string | undefined,
): Promise<RunnerIdentity> {
  if (server === undefined) throw new StartError(`Name the server: --server https://…\n${usage}`);
  const token = (await readToken(tokenFile)).trim();
  if (token === '')
    throw new StartError('There is no token: an administrator gets one on "Runners".');
  const answer = await createRunnerApi(server, token)
    .call(endpoints.runners.register, {})
    .catch((error: unknown) => {
      if (error instanceof ApiError) throw new StartError(`Not registered: ${error.message}`);
      throw error;
    });
  const identity = { server, runnerId: answer.runnerId, secret: answer.secret };
  await writeIdentity(folder, identity);
  say(`Registered as "${answer.name}".`);
  return identity;
}

async function readToken(file: string | undefined): Promise<string> {
  if (file !== undefined) return readFile(file, 'utf8');
  const given = process.env['RUNNER_TOKEN'];
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) return '';
  process.stdout.write('Token of the invitation: ');
  // Nothing of it is shown.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await prompt.question('');
  } finally {
    prompt.close();
    process.stdout.write('\n');
  }
}
