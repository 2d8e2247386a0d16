import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Crew, createCrewOfOne, type PartMaker } from './crew.ts';
import { moveDurably } from './durable-files.ts';
import { isTruePart } from './inspect-part.ts';
import { measureGains } from './loudness.ts';
import { makePart, PieceTooShort } from './make-part.ts';
import { computePictureSeconds, damageMark, type Part, type PartPlan } from './parts.ts';
import type { Progress } from './progress.ts';
import type { TranscodeRequest } from './run-encoder.ts';
import { runTool } from './run-tool.ts';
import { joinSound } from './sound-pieces.ts';
import { formatFileUrl } from './untrusted-input.ts';
import { readHeaders, verifyPart } from './verify-part.ts';
import { createWholeProgress } from './whole-progress.ts';

export type Kept = {
  /** A folder that outlives a try, on the file system of `outDir`; what is finished is kept in it. */
  dir: string;
  /** Called whenever something more is kept. */
  onKept?: () => Promise<void>;
  /** Others who make parts, too. */
  crew?: Crew | undefined;
};

const gainsFile = 'gains.txt';

/**
 * Encodes pictures and sound piece by piece, keeps each piece as soon as it is finished, and joins
 * them: a try continues after the pieces that earlier ones kept. Each piece is made from the source
 * alone, with the same arguments except its place, so that they can be made in any order and
 * anywhere.
 *
 * @returns false when the file is not what it says (a piece is shorter than planned, or so many are
 * damaged that perhaps a tenth of the video is): then only one pass can judge it.
 * @throws MediaError
 */
export async function transcodeInPieces(
  request: TranscodeRequest & { kept: Kept },
  plan: PartPlan,
): Promise<boolean> {
  const { ladder, facts, kept, tools, signal } = request;
  const { crew = createCrewOfOne(signal) } = kept;
  const dir = join(kept.dir, plan.fingerprint);
  await mkdir(dir, { recursive: true });
  const folderOf = ({ name }: Pick<Part, 'name'>) => join(dir, name);
  const parts = [...plan.sound, ...plan.pictures];
  const [first, ...others] = plan.pictures;
  const total = parts.reduce((sum, { weight }) => sum + weight, plan.loudnessWeight);
  const report = createWholeProgress(total, request.onProgress);
  let damagedSeconds = 0;
  let gainsDb: ReadonlyMap<number, number> = new Map();
  let headers: string | null = null;

  /** Ends the work in pieces where too many of them are damaged. */
  async function judge(part: Part): Promise<void> {
    if (part.kind === 'sound' || !(await isThere(join(folderOf(part), damageMark)))) return;
    damagedSeconds += computePictureSeconds(part.piece, request);
    if (damagedSeconds > facts.durationSeconds / 10) throw new TooDamaged();
  }

  /** Keeps what `make` leaves in a scratch folder. */
  async function keep({ name, weight }: Pick<Part, 'name' | 'weight'>, make: Make): Promise<void> {
    const scratch = join(request.outDir, name);
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch);
    await make(scratch, (progress) => report.within(weight, progress));
    await moveDurably(scratch, join(dir, name));
    report.done(weight, 'here');
    await kept.onKept?.();
  }

  async function make(part: Part, partSignal: AbortSignal | undefined): Promise<void> {
    await keep(part, (outDir, onProgress) =>
      makePart({ ...request, outDir, onProgress, signal: partSignal }, part, gainsDb),
    );
    await judge(part);
  }

  /** What the pictures of others must have in common with the first, which are made here. */
  async function findOwnHeaders(): Promise<string | null> {
    if (first) headers ??= await readHeaders({ ladder, tools, signal, dir: folderOf(first) });
    return headers;
  }

  async function keepOfOther(part: Part, madeDir: string, maker: PartMaker): Promise<boolean> {
    const found = await verifyPart({ ...request, dir: madeDir }, part);
    if (found === null) return false;
    if (maker === 'stranger' && !(await isTruePart({ ...request, dir: madeDir }, part))) {
      return false;
    }
    if (part.kind === 'pictures' && found.headers !== (await findOwnHeaders())) return false;
    await moveDurably(madeDir, folderOf(part));
    report.done(part.weight, 'others');
    await kept.onKept?.();
    await judge(part);
    return true;
  }

  /** Counts a part that an earlier try kept. */
  async function count(part: Part): Promise<void> {
    report.done(part.weight, 'earlier-try');
    await judge(part);
  }

  async function offer(offered: readonly Part[]): Promise<void> {
    const there = new Set(await readdir(dir));
    const keptParts = offered.filter(({ name }) => there.has(name));
    for (const part of keptParts) await count(part);
    await crew.offer({
      fingerprint: plan.fingerprint,
      encoder: tools.encoder.name,
      parts: offered,
      kept: new Set(keptParts.map(({ name }) => name)),
      gainsDb,
    });
  }

  try {
    await offer(others);
    if (first && (await isThere(folderOf(first)))) await count(first);
    else if (first) await make(first, signal);
    if (plan.sound.length > 0) {
      const loudness = { name: 'loudness', weight: plan.loudnessWeight };
      if (await isThere(folderOf(loudness))) report.done(loudness.weight, 'earlier-try');
      else await keep(loudness, (outDir) => measure(request, outDir));
      gainsDb = await readGains(join(folderOf(loudness), gainsFile));
      await offer(plan.sound);
    }
    const onElsewhere = (weight: number) => report.elsewhere(weight);
    await crew.finish({ make, keep: keepOfOther, onElsewhere });
  } catch (error) {
    if (!(error instanceof PieceTooShort || error instanceof TooDamaged)) throw error;
    await crew.withdraw();
    return false;
  }
  const { numerator, denominator } = ladder.frameRate;
  const joined = plan.pictures.flatMap((part) =>
    part.kind === 'pictures'
      ? { dir: folderOf(part), seconds: (part.piece.pictures * denominator) / numerator }
      : [],
  );
  for (const { name } of ladder.video) await joinRendition(request, name, joined);
  for (const { name } of ladder.audio) await joinSound(request, name, plan.sound.map(folderOf));
  return true;
}

class TooDamaged extends Error {
  override readonly name = 'TooDamaged';
}

type Make = (outDir: string, onProgress: (progress: Progress) => void) => Promise<void>;

async function measure(request: TranscodeRequest, outDir: string): Promise<void> {
  const measured = await measureGains(request, request.ladder.audio);
  const lines = [...measured].map(([stream, gainDb]) => `${stream} ${gainDb}`);
  await writeFile(join(outDir, gainsFile), lines.join('\n'));
}

async function readGains(file: string): Promise<ReadonlyMap<number, number>> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return new Map(
    lines.map((line) => {
      const [stream = 0, gainDb = 0] = line.split(' ').map(Number);
      return [stream, gainDb];
    }),
  );
}

/** Each part begins where the planned one before it ends, so that no rounding adds up. */
async function joinRendition(
  { outDir, tools, signal }: TranscodeRequest,
  name: string,
  parts: readonly { dir: string; seconds: number }[],
): Promise<void> {
  const list = join(outDir, `${name}.ffconcat`);
  const lines = parts.map(({ dir, seconds }) => {
    const file = resolve(dir, `${name}.mp4`).replaceAll("'", "'\\''");
    return `file 'file:${file}'\nduration ${seconds.toFixed(6)}\n`;
  });
  await writeFile(list, `ffconcat version 1.0\n${lines.join('')}`);
  // All have the same parameter sets, in their headers; none need be repeated within.
  const input = ['-f', 'concat', '-safe', '0', '-auto_convert', '0', '-i', formatFileUrl(list)];
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...input],
      ...['-map', '0:v', '-c', 'copy', '-f', 'mp4', formatFileUrl(join(outDir, `${name}.mp4`))],
    ],
    guard: tools.guard,
    timeoutMs: 30 * 60_000,
    signal,
  });
  await rm(list);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
