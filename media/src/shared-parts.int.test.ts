import { copyFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop, type Workshop } from './clips.fixture.ts';
import type { Crew, Hands, Offer } from './crew.ts';
import { planLadder } from './ladder.ts';
import { makePart } from './make-part.ts';
import { type Part, planSharedParts } from './parts.ts';
import { probe } from './probe.ts';
import { transcodeLadder } from './transcode.ts';
import { verifyPart } from './verify-part.ts';

const lengths = { pieceSeconds: 4, soundPieceSeconds: 8 };

async function prepare(shop: Workshop, name: string) {
  const inputPath = shop.at(name);
  const facts = await probe(inputPath, { tools: shop.tools });
  const request = { inputPath, facts, ladder: planLadder(facts), tools: shop.tools };
  const transcode = (out: string, crew?: Crew) =>
    transcodeLadder({
      ...request,
      outDir: shop.at(out),
      kept: { dir: shop.at(`${out}-kept`), ...lengths, crew },
    });
  async function makeElsewhere(part: Part, gainsDb: Offer['gainsDb']): Promise<string> {
    const outDir = shop.at(`elsewhere-${part.name}`);
    await mkdir(outDir);
    await makePart({ ...request, outDir }, part, gainsDb);
    return outDir;
  }
  return { request, transcode, makeElsewhere };
}

test('what several make is to the last byte what one alone makes', async () => {
  await using shop = await openWorkshop();
  // Below the ceiling of its rate: at it, x264 does not write the same bytes twice.
  const sources = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=10:d=30', '-f', 'lavfi', '-i'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];
  await shop.ffmpeg(...sources, 'sine=d=30', ...coding, shop.at('in.mkv'));
  const { request, transcode, makeElsewhere } = await prepare(shop, 'in.mkv');
  await transcode('alone');

  const offers: Offer[] = [];
  const elsewhere: string[] = [];
  const crew: Crew = {
    async offer(offered) {
      offers.push(offered);
    },
    async finish({ make, keep }: Hands) {
      // In no order, and every second one elsewhere.
      const all = offers.flatMap(({ parts, gainsDb }) => parts.map((part) => ({ part, gainsDb })));
      for (const [index, { part, gainsDb }] of all.toReversed().entries()) {
        if (index % 2 === 0) await make(part, undefined);
        else {
          elsewhere.push(part.kind);
          expect(await keep(part, await makeElsewhere(part, gainsDb), 'worker'), part.name).toBe(
            true,
          );
        }
      }
    },
    async withdraw() {},
  };
  await transcode('shared', crew);
  expect(new Set(elsewhere)).toEqual(new Set(['pictures', 'sound']));
  const known = planSharedParts(request, lengths).fingerprint;
  expect(offers.map(({ fingerprint }) => fingerprint)).toEqual([known, known]);
  for (const name of ['v180', 'v144', 'audio', 'audiolow']) {
    const [alone, shared] = await Promise.all(
      ['alone', 'shared'].map((out) => readFile(shop.at(out, `${name}.mp4`))),
    );
    expect(alone && shared?.equals(alone), name).toBe(true);
  }
});

test('a part that is not what it should be is not kept', async () => {
  await using shop = await openWorkshop();
  await shop.clip('in.mkv', '320x180', 17, '-r', '10');
  const { request, transcode, makeElsewhere } = await prepare(shop, 'in.mkv');
  const plan = planSharedParts(request, lengths);
  const [, second, third] = plan.pictures;
  const [sound] = plan.sound;
  if (!second || !third || !sound) throw new Error('the clip has too few parts');
  const gainsDb = new Map();
  const good = await makeElsewhere(second, gainsDb);
  const goodSound = await makeElsewhere(sound, gainsDb);
  const check = (part: Part, dir: string) => verifyPart({ ...request, dir }, part);
  expect(await check(second, good)).not.toBeNull();
  expect(await check(sound, goodSound)).toEqual({ headers: '' });

  let copies = 0;
  /** @returns a copy of the good part whose file was changed */
  async function spoiled(change: (at: (name: string) => string) => Promise<unknown>, from = good) {
    copies += 1;
    const dir = shop.at(`spoiled-${copies}`);
    await mkdir(dir);
    const names = from === good ? ['v180.mp4', 'v144.mp4'] : ['audio.aac', 'audiolow.aac'];
    for (const name of names) await copyFile(`${from}/${name}`, `${dir}/${name}`);
    await change((name) => `${dir}/${name}`);
    return dir;
  }
  expect(await check(second, await spoiled((at) => truncate(at('v180.mp4'), 900)))).toBeNull();
  expect(await check(second, await spoiled((at) => writeFile(at('v144.mp4'), '')))).toBeNull();
  expect(await check(second, await spoiled((at) => writeFile(at('x'), '')))).toBeNull();
  const swapped = await spoiled((at) => copyFile(at('v144.mp4'), at('v180.mp4')));
  expect(await check(second, swapped)).toBeNull();
  // Of another stretch, which is longer.
  const last = plan.pictures.at(-1);
  expect(last && (await check(last, good))).toBeNull();
  expect(
    await check(sound, await spoiled((at) => truncate(at('audio.aac'), 999), goodSound)),
  ).toBeNull();
  const noise = await spoiled((at) => writeFile(at('audio.aac'), 'not sound at all'), goodSound);
  expect(await check(sound, noise)).toBeNull();

  // Right by itself, but made by an encoder with other parameter sets: it would not play when joined.
  const refused: boolean[] = [];
  const offers: Offer[] = [];
  const other = await spoiled((at) =>
    shop.ffmpeg(
      ...['-i', `${good}/v180.mp4`, '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-bf', '0', at('v180.mp4')],
    ),
  );
  expect(await check(second, other)).not.toBeNull();
  await transcode('shared', {
    async offer(offered) {
      offers.push(offered);
    },
    async finish({ make, keep }) {
      refused.push(await keep(second, other, 'worker'), await keep(second, good, 'worker'));
      for (const part of offers.flatMap(({ parts }) => parts)) {
        if (part.name !== second.name) await make(part, undefined);
      }
    },
    async withdraw() {},
  });
  expect(refused).toEqual([false, true]);
});
