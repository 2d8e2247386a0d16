import { cp, mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop, type Workshop } from './clips.fixture.ts';
import { isTruePart } from './inspect-part.ts';
import { planLadder } from './ladder.ts';
import { makePart } from './make-part.ts';
import { type Part, planSharedParts } from './parts.ts';
import { probe } from './probe.ts';
import { verifyPart } from './verify-part.ts';

const lengths = { pieceSeconds: 4, soundPieceSeconds: 8 };

async function prepare(shop: Workshop, file: string) {
  const facts = await probe(file, { tools: shop.tools });
  const request = { inputPath: file, facts, ladder: planLadder(facts), tools: shop.tools };
  const plan = planSharedParts(request, lengths);
  async function makeElsewhere(part: Part): Promise<string> {
    const outDir = shop.at(`elsewhere-${part.name}`);
    await mkdir(outDir);
    await makePart({ ...request, outDir }, part, new Map());
    return outDir;
  }
  const isTrue = (part: Part, dir: string) =>
    isTruePart({ ...request, outDir: shop.at('scratch'), dir }, part);
  return { request, plan, makeElsewhere, isTrue };
}

test('pictures of a stranger are those of the source, or are refused', async () => {
  await using shop = await openWorkshop();
  const file = await shop.clip('in.mkv', '320x180', 17, '-r', '10');
  const { request, plan, makeElsewhere, isTrue } = await prepare(shop, file);
  const [first, second, third] = plan.pictures;
  const [sound] = plan.sound;
  if (!first || !second || !third || !sound) throw new Error('the clip has too few parts');
  const good = await makeElsewhere(second);
  const ofOther = await makeElsewhere(third);
  expect(await isTrue(second, good)).toBe(true);
  // Of the right shape, and of the wrong place.
  expect(await verifyPart({ ...request, dir: ofOther }, second)).not.toBeNull();
  expect(await isTrue(second, ofOther)).toBe(false);
  // Sound is not looked at, so none is taken.
  expect(await isTrue(sound, good)).toBe(false);

  let copies = 0;
  /** @returns a copy of the good part whose best rendition was made again from what is given */
  async function replaced(...words: string[]): Promise<string> {
    copies += 1;
    const dir = shop.at(`replaced-${copies}`);
    await cp(good, dir, { recursive: true });
    await shop.ffmpeg(...words, '-c:v', 'libx264', '-frames:v', '40', `${dir}/v180.mp4`);
    return dir;
  }
  const black = await replaced('-f', 'lavfi', '-i', 'color=s=320x180:r=10');
  expect(await isTrue(second, black)).toBe(false);
  // Good for a while.
  const late = await replaced('-itsscale', '1.5', '-i', `${good}/v180.mp4`, '-fps_mode', 'vfr');
  expect(await isTrue(second, late)).toBe(false);
  const fat = await replaced('-i', `${good}/v180.mp4`, '-qp', '0', '-vf', 'noise=alls=60:allf=t');
  expect(await isTrue(second, fat)).toBe(false);
});

test('noise, which encoders change most, is still taken for the same', async () => {
  await using shop = await openWorkshop();
  const noise = ['-f', 'lavfi', '-i', 'nullsrc=s=320x180:r=10:d=9,geq=random(1)*255:128:128'];
  const file = shop.at('noise.mkv');
  await shop.ffmpeg(...noise, '-c:v', 'libx264', '-preset', 'ultrafast', file);
  const { plan, makeElsewhere, isTrue } = await prepare(shop, file);
  const [, second] = plan.pictures;
  if (!second) throw new Error('the clip has one part');
  expect(await isTrue(second, await makeElsewhere(second))).toBe(true);
});
