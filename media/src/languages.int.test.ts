import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeContentKeys } from './content-keys.ts';
import { listQualityClasses, planLadder } from './ladder.ts';
import { packageVideo } from './package-video.ts';
import { probe } from './probe.ts';
import { runTool } from './run-tool.ts';
import { transcodeLadder } from './transcode.ts';

test('each language of a source is a rendition of both manifests, and its own sound', async () => {
  await using shop = await openWorkshop();
  const { tools, at } = shop;
  const inputPath = at('in.mkv');
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=f=${hertz}:d=2`];
  await shop.ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=256x144:r=10:d=2', ...tone(400), ...tone(1600)],
    ...['-map', '0', '-map', '1', '-map', '2', '-c:v', 'libx264', '-c:a', 'aac'],
    ...['-metadata:s:a:0', 'language=hin', '-metadata:s:a:1', 'language=eng'],
    ...['-disposition:a:0', '0', '-disposition:a:1', 'default', inputPath],
  );
  const facts = await probe(inputPath, { tools });
  const ladder = planLadder(facts);
  expect(ladder.audio.map(({ name, language }) => [name, language])).toEqual([
    ...[
      ['audio', 'en'],
      ['audio2', 'hi'],
    ],
    ...[
      ['audiolow', 'en'],
      ['audiolow2', 'hi'],
    ],
  ]);
  await transcodeLadder({ inputPath, outDir: at('renditions'), ladder, facts, tools });
  /** Measures how loud the sound is above a frequency, in dB. */
  const loudnessAbove = async (rendition: string, hertz: number) => {
    const filters = `highpass=f=${hertz}:poles=2,highpass=f=${hertz}:poles=2,volumedetect`;
    const { stderr } = await runTool({
      program: tools.ffmpeg,
      args: [
        '-nostdin',
        '-i',
        at('renditions', `${rendition}.mp4`),
        '-af',
        filters,
        '-f',
        'null',
        '-',
      ],
      guard: tools.guard,
      timeoutMs: 20_000,
    });
    return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]);
  };
  expect(await loudnessAbove('audiolow', 1200)).toBeGreaterThan(-26);
  expect(await loudnessAbove('audiolow2', 1200)).toBeLessThan(-36);

  const keys = makeContentKeys(listQualityClasses(ladder));
  const packaging = { ladder, inputDir: at('renditions'), keys, tools };
  await packageVideo({ ...packaging, outDir: at('video'), folderSuffix: 'c', scheme: 'cenc' });
  const dash = await readFile(at('video', 'manifest.mpd'), 'utf8');
  const sets = [
    ...dash.matchAll(/<AdaptationSet[^>]*contentType="audio"[\s\S]*?<\/AdaptationSet>/g),
  ];
  expect(sets.map(([set]) => /lang="(\w+)"/.exec(set)?.[1]).sort()).toEqual(['en', 'hi']);
  for (const [set] of sets) {
    expect([...set.matchAll(/<Representation /g)]).toHaveLength(2);
    expect(set.includes('value="main"')).toBe(set.includes('lang="en"'));
  }
  const master = await readFile(at('video', 'master.m3u8'), 'utf8');
  const renditions = master.split('\n').filter((line) => line.includes('TYPE=AUDIO'));
  const words = (line: string) =>
    ['GROUP-ID', 'LANGUAGE', 'DEFAULT'].map(
      (name) => new RegExp(`${name}="?([^",]+)`).exec(line)?.[1],
    );
  expect(renditions.map(words).sort()).toEqual([
    ['audioc', 'en', 'YES'],
    ['audioc', 'hi', 'NO'],
    ['audiolowc', 'en', 'YES'],
    ['audiolowc', 'hi', 'NO'],
  ]);
});
