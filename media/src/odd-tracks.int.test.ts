import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeContentKeys } from './content-keys.ts';
import { listQualityClasses, planLadder } from './ladder.ts';
import { packageVideo } from './package-video.ts';
import { writePresentationGraphics } from './picture-subtitles.fixture.ts';
import { probe } from './probe.ts';
import { transcodeLadder } from './transcode.ts';

const languages = ['hin', 'eng', 'tam', 'tel', 'ben', 'mar', 'guj', 'pan', 'kan', 'mal', 'ori'];

test('of forty sound tracks eight languages are made; subtitles that are pictures are named', async () => {
  await using shop = await openWorkshop();
  const { tools, at } = shop;
  const inputPath = at('in.mkv');
  await writeFile(at('bar.sup'), writePresentationGraphics(0.2, 0.8));
  const tracks = Array.from({ length: 40 }, (_, track) => track);
  await shop.ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=256x144:r=10:d=1', '-f', 'lavfi', '-i', 'sine=d=1'],
    ...['-i', at('bar.sup'), '-map', '0', ...tracks.flatMap(() => ['-map', '1'])],
    ...['-map', '2', '-map', '2', '-c:s:0', 'copy', '-c:s:1', 'dvdsub'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '32k'],
    // Behind eleven languages, tracks that say none.
    ...languages.flatMap((language, track) => [`-metadata:s:a:${track}`, `language=${language}`]),
    inputPath,
  );
  const facts = await probe(inputPath, { tools });
  const made = ['hi', 'en', 'ta', 'te', 'bn', 'mr', 'gu', 'pa'];
  expect(facts.sounds.map(({ language }) => language)).toEqual(made);
  const left = facts.leftOut.map(({ kind, codec }) => `${kind} ${codec}`);
  expect(left.filter((track) => track === 'sound aac')).toHaveLength(32);
  expect(left.slice(-2)).toEqual(['text hdmv_pgs_subtitle', 'text dvd_subtitle']);

  const ladder = planLadder(facts);
  await transcodeLadder({ inputPath, outDir: at('renditions'), ladder, facts, tools });
  const keys = makeContentKeys(listQualityClasses(ladder));
  const packaging = { ladder, inputDir: at('renditions'), keys, tools };
  const { files } = await packageVideo({ ...packaging, outDir: at('video') });
  const sounds = files.filter((file) => /^audio(?:low)?\d*\/init\.mp4$/.test(file));
  expect(sounds).toHaveLength(2 * made.length);
});
