import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  type ContentKeys,
  type Ladder,
  listQualityClasses,
  type MediaTools,
  makeContentKeys,
  measureSegments,
  packageVideo,
  planLadder,
  probe,
  resolveTools,
  type SourceFacts,
  shortestSegmentSeconds,
  transcodeLadder,
} from '@prahari/media';
import type { Browser } from 'playwright';
import type { Measurement } from '../measurement.ts';
import { desktop, launchBrowser } from '../rig/browser.ts';
import { makeClip, makeSlides, slidesSeconds } from '../rig/clip.ts';
import { startPeer } from '../rig/peer.ts';
import { median } from '../statistics.ts';

const lines = 360;
const rounds = 15;
/** Of so little that it shows what must be loaded before a picture: bits a second, milliseconds. */
const line = { bitsPerSecond: 1_500_000, latencyMs: 40 } as const;
/** Never in what was loaded before, and two of them late in a segment of six seconds. */
const jumpsToSeconds = [47.5, 23, 39.5] as const;
/** A difference in structural similarity that is not visible; encoders differ by more from one clip to the next. */
const likenessTolerance = 0.0005;

/** Segments as long as fits slides, against those of two seconds: bits, likeness, start and jumps. */
export const segmentLengths: Measurement = {
  name: 'segment-lengths',
  async run({ scratchDir }) {
    const tools = await resolveTools(process.env);
    const film = path.join(scratchDir, 'film.mp4');
    await makeClip(tools, film);
    const filmFacts = await probe(film, { tools });
    const ofFilm = await measureSegments({ inputPath: film, facts: filmFacts, tools });
    const clip = path.join(scratchDir, 'slides.mp4');
    await makeSlides(tools, clip);
    const facts = await probe(clip, { tools });
    const { segmentSeconds } = await measureSegments({ inputPath: clip, facts, tools });
    const make = (seconds: number) =>
      makeVersion({ tools, clip, facts, dir: path.join(scratchDir, `of-${seconds}`) }, seconds);
    const short = await make(shortestSegmentSeconds);
    const fitting = await make(segmentSeconds);
    if (fitting.likeness < short.likeness - likenessTolerance) {
      throw new Error(`longer segments look worse: ${fitting.likeness} to ${short.likeness}`);
    }
    const what = `segments of ${shortestSegmentSeconds} s`;
    const details = { segmentSeconds, likeness: [fitting.likeness, short.likeness], slidesSeconds };
    const times = await timeBoth(fitting, short);
    return [
      {
        name: 'slides, picture of 360 lines',
        unit: 'kB',
        ours: fitting.bytes / 1000,
        against: { what, value: short.bytes / 1000 },
        goal: { atMost: 0.6 },
        details,
      },
      ...(['start', 'jump'] as const).map((kind) => ({
        name: `slides, ${kind} to picture at 1.5 Mbit/s`,
        unit: 'ms' as const,
        ours: median(times.fitting[kind]),
        against: { what, value: median(times.short[kind]) },
        goal: { atMost: 1.15 },
        details: { fitting: times.fitting[kind], short: times.short[kind] },
      })),
      {
        name: 'film, chosen segments',
        unit: 's',
        ours: ofFilm.segmentSeconds,
        against: { what, value: shortestSegmentSeconds },
        goal: { atMost: 1 },
        details: { saved: ofFilm.saved },
      },
    ];
  },
};

interface Version {
  readonly dir: string;
  readonly keys: ContentKeys;
  readonly bytes: number;
  /** To the source, at most 1 (SSIM). */
  readonly likeness: number;
}

async function makeVersion(
  source: { tools: MediaTools; clip: string; facts: SourceFacts; dir: string },
  segmentSeconds: number,
): Promise<Version> {
  const { tools, clip, facts } = source;
  const whole = planLadder(facts, segmentSeconds);
  const video = whole.video.filter((rendition) => rendition.lines === lines);
  const ladder: Ladder = { ...whole, video, audio: whole.audio.slice(0, 1) };
  const inputDir = `${source.dir}-clear`;
  await transcodeLadder({ inputPath: clip, outDir: inputDir, ladder, facts, tools });
  const picture = path.join(inputDir, `v${lines}.mp4`);
  const keys = makeContentKeys(listQualityClasses(ladder));
  const { dir } = source;
  await packageVideo({ ladder, inputDir, outDir: dir, keys, tools });
  const graph = `[1:v]scale=-2:${lines}[source];[0:v][source]ssim`;
  const { stderr } = await promisify(execFile)(tools.ffmpeg, [
    ...['-nostdin', '-hide_banner', '-i', picture, '-i', clip],
    ...['-lavfi', graph, '-an', '-f', 'null', '-'],
  ]);
  const likeness = Number(/All:([\d.]+)/.exec(stderr)?.[1]);
  return { dir, keys, likeness, bytes: (await stat(picture)).size };
}

type Times = Record<'start' | 'jump', number[]>;

/** Alternately, each time in a new page with an empty cache. */
async function timeBoth(
  fitting: Version,
  short: Version,
): Promise<{ fitting: Times; short: Times }> {
  const times: Record<(typeof sides)[number], Times> = {
    fitting: { start: [], jump: [] },
    short: { start: [], jump: [] },
  };
  const peers = { fitting: await startPlayer(fitting), short: await startPlayer(short) };
  const browser = await launchBrowser();
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const taken = await timePlayback(browser, `http://127.0.0.1:${peers[side].port}/`);
        // The first round warms up compilers.
        if (round === 0) continue;
        times[side].start.push(taken.startMs);
        times[side].jump.push(...taken.jumpsMs);
      }
    }
    return times;
  } finally {
    await browser.close();
    await Promise.all(sides.map((side) => peers[side].stop()));
  }
}

const sides = ['fitting', 'short'] as const;

async function startPlayer({ dir, keys }: Version) {
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const licence = Object.values(keys).map(({ keyId, key }) => ({
    kty: 'oct',
    kid: base64url(keyId),
    k: base64url(key),
  }));
  return startPeer('bare-player', {
    LESSON_DIR: dir,
    MANIFEST: await readFile(path.join(dir, 'manifest.mpd'), 'utf8'),
    LICENCE: JSON.stringify({ keys: licence, type: 'temporary' }),
  });
}

async function timePlayback(
  browser: Browser,
  address: string,
): Promise<{ startMs: number; jumpsMs: number[] }> {
  const context = await browser.newContext(desktop);
  const page = await context.newPage();
  await page.goto(address);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = line.bitsPerSecond / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  const startMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        document
          .querySelector('video')
          ?.requestVideoFrameCallback(() => resolve(performance.now() - begun));
        document.querySelector('button')?.click();
      }),
  );
  const jumpsMs: number[] = [];
  for (const seconds of jumpsToSeconds) {
    // Segments loaded ahead must not delay those that the jump requests.
    await page.waitForLoadState('networkidle');
    jumpsMs.push(await page.evaluate(jump, seconds));
  }
  await context.close();
  return { startMs, jumpsMs };
}

function jump(seconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const video = document.querySelector('video');
    if (!video) return reject(new Error('there is no video'));
    const begun = performance.now();
    video.addEventListener('seeked', () => resolve(performance.now() - begun), { once: true });
    video.currentTime = seconds;
  });
}
