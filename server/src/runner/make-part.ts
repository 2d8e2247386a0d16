import { openAsBlob } from 'node:fs';
import { access, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { endpoints, type RunnerPart, runnerRangeBytes } from '@prahari/contract';
import { damageMark, type MediaTools, makeSharedPart } from '@prahari/media';
import type { RunnerApi } from './runner-api.ts';

/** More than it may could not be decoded: only the worker of the video can judge that. */
export class SourceDamaged extends Error {
  override readonly name = 'SourceDamaged';
}

export interface PartMaking {
  readonly api: RunnerApi;
  readonly tools: MediaTools;
  /** The folder of this source, whose files are kept for more parts. */
  readonly folder: string;
  readonly signal: AbortSignal;
  onFraction(fraction: number): void;
}

/** Makes a part as a worker does, with the same arguments and confinement, and sends its files. */
export async function makeAndSend(work: RunnerPart, making: PartMaking): Promise<void> {
  const { api, tools, folder, signal, onFraction } = making;
  const { part, encoder } = work;
  const inputPath = path.join(folder, 'source');
  const facts = { ...work.facts, texts: [], chapters: [], leftOut: [] };
  await fetchSource(api, work, { file: inputPath, sizeBytes: facts.sizeBytes }, signal);
  const outDir = path.join(folder, 'made');
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true, mode: 0o700 });
  const request = {
    inputPath,
    outDir,
    copyDir: path.join(folder, 'copy'),
    facts,
    ladder: { ...work.ladder, audio: [] },
    tools: { ...tools, encoder },
    signal,
    onProgress: ({ fraction }: { fraction: number }) => onFraction(fraction),
  };
  await makeSharedPart(request, part, new Map());
  if (await isThere(path.join(outDir, damageMark))) throw new SourceDamaged('too much is damaged');
  for (const { name } of work.files) {
    const bytes = await openAsBlob(path.join(outDir, name));
    await api.sendFile(work, { name, bytes }, signal);
  }
  const { id, fence } = work;
  await api.call(endpoints.runners.give, { params: { id }, body: { fence } }, signal);
  await rm(outDir, { recursive: true, force: true });
}

/**
 * Fetches a source range by range into a file; what an earlier try fetched of it is kept, so that a
 * broken line costs one range.
 */
async function fetchSource(
  api: Pick<RunnerApi, 'readSource'>,
  held: { id: string; fence: number },
  { file, sizeBytes }: { file: string; sizeBytes: number },
  signal: AbortSignal,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await using handle = await open(file, 'a+', 0o600);
  let { size: at } = await handle.stat();
  if (at > sizeBytes) {
    await handle.truncate(0);
    at = 0;
  }
  while (at < sizeBytes) {
    const end = Math.min(sizeBytes, at + runnerRangeBytes) - 1;
    const bytes = await api.readSource(held, { start: at, end }, signal);
    if (bytes.length === 0 || bytes.length > end - at + 1) throw new Error('a range was not whole');
    await handle.writeFile(bytes);
    at += bytes.length;
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
