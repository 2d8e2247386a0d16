import { readFile, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amrTone } from './amr.fixture.ts';
import { openWorkshop } from './clips.fixture.ts';
import { planLadder } from './ladder.ts';
import { probe, type SourceFacts } from './probe.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

/** Every run tries what differs most: one of each container and a few codecs; the soak tries all. */
const isSoak = process.env['SOAK'] === 'on';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** Three seconds of picture; the sound continues for two more. */
let shop: Workshop;
let source: string;
beforeAll(async () => {
  shop = await openWorkshop();
  source = shop.at('source.mp4');
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=256x144:r=25:d=3', '-f', 'lavfi', '-i'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];
  await shop.ffmpeg(...inputs, 'sine=d=5', ...codecs, source);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function convert(inputPath: string, ...change: ((facts: SourceFacts) => SourceFacts)[]) {
  const { tools, at } = shop;
  const found = await probe(inputPath, { tools });
  const facts = change.reduce((before, next) => next(before), found);
  const ladder = planLadder(facts);
  await transcodeLadder({ inputPath, outDir: at('out'), ladder, facts, tools });
  return { facts, ladder };
}

/** Start and length of what was made, and its pictures or frames of sound. */
async function madeOf(rendition: string) {
  const { stdout } = await runTool({
    program: shop.tools.ffprobe,
    args: [
      ...['-v', 'error', '-show_entries', 'stream=start_time,duration:packet=pts_time,size'],
      ...['-of', 'json', shop.at('out', `${rendition}.mp4`)],
    ],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  const { streams, packets } = JSON.parse(stdout) as Record<string, Record<string, string>[]>;
  const [stream = {}] = streams ?? [];
  return {
    start: Number(stream['start_time']),
    seconds: Number(stream['duration']),
    packets: (packets ?? []).map((packet) => ({
      atSeconds: Number(packet['pts_time']),
      bytes: Number(packet['size']),
    })),
  };
}

const mpeg = ['-c:v', 'mpeg2video', '-q:v', '4', '-c:a', 'mp2'];
type Recording = readonly [name: string, container: string, writing: readonly string[]];
const recordings: readonly Recording[] = [
  ['video.m2ts', 'mpegts', ['-c', 'copy', '-mpegts_m2ts_mode', '1', '-f', 'mpegts']],
  ['video.vob', 'mpegps', [...mpeg, '-f', 'vob']],
  ['video.avi', 'avi', ['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'libmp3lame']],
  ['video.wmv', 'asf', ['-c:v', 'wmv2', '-q:v', '4', '-c:a', 'wmav2']],
  ['video.mov', 'mp4', ['-c:v', 'mjpeg', '-c:a', 'pcm_s16le']],
];
const moreRecordings: readonly Recording[] = [
  ['video.ts', 'mpegts', ['-c', 'copy']],
  ['video.mpg', 'mpegps', ['-c:v', 'mpeg1video', '-q:v', '4', '-c:a', 'mp2', '-f', 'mpeg']],
  ['video.flv', 'flv', ['-c', 'copy']],
  ['video.3gp', 'mp4', ['-c', 'copy']],
];
const tried = isSoak ? [...recordings, ...moreRecordings] : recordings;
/** All by one run of ffmpeg, which takes long to start. */
let areRecorded: Promise<void> | undefined;
function record(): Promise<void> {
  const outputs = tried.flatMap(([name, , args]) => [...args, shop.at(name)]);
  areRecorded ??= shop.ffmpeg('-i', source, ...outputs);
  return areRecorded;
}

test.each(tried)(
  '%s is taken, and its last picture stands until the sound ends',
  async (name, container) => {
    await record();
    const { facts, ladder } = await convert(shop.at(name));
    expect(facts).toMatchObject({ container, width: 256, height: 144, scan: 'progressive' });
    expect(facts.frameRate).toBeCloseTo(25, 0);
    expect(facts.videoSeconds).toBeCloseTo(3, 0);
    expect(facts.durationSeconds).toBeCloseTo(5, 0);
    expect(ladder.audio).toHaveLength(2);
    const picture = await madeOf('v144');
    expect(picture.start).toBe(0);
    expect(picture.seconds).toBeCloseTo(facts.durationSeconds, 1);
    expect(picture.packets.length).toBeCloseTo(facts.durationSeconds * 25, -0.5);
    expect((await madeOf('audio')).seconds).toBeCloseTo(facts.durationSeconds, 1);
    // A still picture costs nothing but its key picture.
    const standing = picture.packets
      .filter(({ atSeconds }) => atSeconds >= 3.5)
      .map(({ bytes }) => bytes)
      .toSorted((a, b) => a - b);
    expect(standing[Math.floor(standing.length / 2)]).toBeLessThan(60);
  },
);

test('a recording of a feature phone is accepted, its sound alone is not', async () => {
  const speech = shop.at('speech.amr');
  await writeFile(speech, amrTone);
  const phone = ['-c:v', 'h263', '-c:a', 'copy', '-shortest', shop.at('phone.3gp')];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=176x144:r=15:d=2'];
  await shop.ffmpeg(...picture, '-stream_loop', '3', '-i', speech, ...phone);
  const { facts, ladder } = await convert(shop.at('phone.3gp'));
  expect(facts.sounds).toMatchObject([{ codec: 'amr_nb' }]);
  expect(ladder.audio).toHaveLength(2);
  expect((await madeOf('audio')).seconds).toBeCloseTo(2, 0);
  await expect(probe(speech, { tools: shop.tools })).rejects.toThrow('add a still picture');
});

test('a picture that outlasts its sound continues in silence', async () => {
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=256x144:r=25:d=4', '-f', 'lavfi', '-i'];
  await shop.ffmpeg(...inputs, 'sine=d=1', '-c:v', 'libx264', '-c:a', 'aac', shop.at('quiet.mp4'));
  const { facts } = await convert(shop.at('quiet.mp4'));
  expect(facts.durationSeconds).toBeCloseTo(4, 1);
  expect((await madeOf('v144')).seconds).toBeCloseTo(4, 1);
  expect((await madeOf('audio')).seconds).toBeCloseTo(4, 1);
});

test.each([
  ...(isSoak ? [['mkv', '10'] as const, ['mp4', '10'] as const] : []),
  ['flv', '10'],
  // Beyond the 26.5 hours at which the clock of a transport stream starts over, and just before.
  ['ts', '95442'],
] as const)('timestamps in %s that start at %s s are no damage', async (ending, offset) => {
  const path = shop.at(`late.${ending}`);
  await shop.ffmpeg('-i', source, '-c', 'copy', '-output_ts_offset', offset, path);
  const { facts } = await convert(path);
  expect(facts.durationSeconds).toBeCloseTo(5, 0);
  const made = await madeOf('v144');
  expect(made).toMatchObject({ start: 0 });
  expect(made.seconds).toBeCloseTo(facts.durationSeconds, 1);
});

test('a recording of a screen keeps thirty pictures a second where it moves', async () => {
  // Two seconds of movement, then eight with one picture each.
  const rests = "select='lt(t,2)+not(mod(n,30))'";
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=256x144:r=30:d=10', '-vf', rests];
  await shop.ffmpeg(...picture, '-fps_mode', 'vfr', '-c:v', 'libx264', shop.at('screen.mkv'));
  const { facts, ladder } = await convert(shop.at('screen.mkv'));
  expect(facts.frameRate).toBe(30);
  expect(facts.averageFrameRate).toBeLessThan(10);
  expect(ladder.frameRate).toEqual({ numerator: 30, denominator: 1 });
  const { packets } = await madeOf('v144');
  expect(packets.length).toBeGreaterThan(270);
  // In the moving part no picture is a repetition of the one before.
  const sizes = packets.filter(({ atSeconds }) => atSeconds >= 0).map(({ bytes }) => bytes);
  expect(Math.min(...sizes.slice(0, 58))).toBeGreaterThan(60);
});

const fields = ['-flags', '+ildct+ilme', '-c:v', 'mpeg2video', '-q:v', '3'];
test.each([
  ['interlaced', '50', 'interlace', '25/1'],
  ['telecine', '24000/1001', 'telecine', '24000/1001'],
] as const)(
  'what a camcorder writes as %s becomes whole pictures',
  async (scan, taken, by, rate) => {
    const path = shop.at(`${scan}.vob`);
    // Soft edges: sharp ones look like fields.
    const moving = 'gblur=2,crop=256:144:100+60*sin(t*3):60+40*sin(t*2)';
    const from = `testsrc2=s=512x288:r=${taken}:d=3,${moving}`;
    await shop.ffmpeg('-f', 'lavfi', '-i', from, '-vf', by, ...fields, path);
    const { facts, ladder } = await convert(path);
    expect(facts.scan).toBe(scan);
    expect(`${ladder.frameRate.numerator}/${ladder.frameRate.denominator}`).toBe(rate);
    const { stderr } = await runTool({
      program: shop.tools.ffmpeg,
      args: ['-nostdin', '-i', shop.at('out', 'v144.mp4'), '-vf', 'idet', '-f', 'null', '-'],
      guard: shop.tools.guard,
      timeoutMs: 20_000,
    });
    // No combed pictures are left: hardly any still look like fields.
    const single = /Single frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(
      stderr,
    );
    const [, top = 0, bottom = 0, whole = 0] = (single ?? []).map(Number);
    expect(whole).toBeGreaterThan((top + bottom) * 2);
  },
);

test('a picture that changes its size and shape in mid-video stays whole', async () => {
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-an'];
  await shop.ffmpeg('-i', source, ...codec, '-t', '2', shop.at('wide.ts'));
  const upright = ['-f', 'lavfi', '-i', 'color=white:s=144x256:r=25:d=2'];
  await shop.ffmpeg(...upright, ...codec, '-output_ts_offset', '2', shop.at('upright.ts'));
  const parts = ['wide.ts', 'upright.ts'].map((name) => readFile(shop.at(name)));
  await writeFile(shop.at('turns.ts'), Buffer.concat(await Promise.all(parts)));
  await convert(shop.at('turns.ts'));
  const made = await madeOf('v144');
  expect(made.seconds).toBeCloseTo(4, 0);
  const still = ['-ss', '3', '-i', shop.at('out', 'v144.mp4'), '-frames:v', '1'];
  await shop.ffmpeg(...still, '-f', 'rawvideo', '-pix_fmt', 'gray', shop.at('still.raw'));
  const row = (await readFile(shop.at('still.raw'))).subarray(72 * 256, 73 * 256);
  // 81 of 256 columns are white, the rest black.
  expect(row[128]).toBeGreaterThan(225);
  expect([row[60], row[195]].every((value) => (value ?? 255) < 30)).toBe(true);
});

test('a file that claims to be longer than it is was cut short', async () => {
  const path = shop.at('cut.flv');
  await shop.ffmpeg('-stream_loop', '3', '-i', source, '-c', 'copy', path);
  const { length } = await readFile(path);
  await truncate(path, Math.floor(length / 3));
  await expect(probe(path, { tools: shop.tools })).rejects.toMatchObject({ code: 'cut_short' });
});
