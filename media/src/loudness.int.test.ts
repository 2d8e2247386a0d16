import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { planLadder } from './ladder.ts';
import { computeGainDb, measureLoudness } from './loudness.ts';
import { probe } from './probe.ts';
import { transcodeLadder } from './transcode.ts';

test('whispered and shouted videos come out equally loud; silence stays silent', async () => {
  await using shop = await openWorkshop();
  const { tools, at } = shop;
  const loudnessOf = async (volume: string) => {
    const sound = ['-f', 'lavfi', '-i', `anoisesrc=d=3:a=${volume}:c=pink`];
    const picture = ['-f', 'lavfi', '-i', 'color=s=160x90:r=10:d=3'];
    await shop.ffmpeg(...picture, ...sound, '-c:v', 'libx264', '-c:a', 'aac', at('in.mp4'));
    const facts = await probe(at('in.mp4'), { tools });
    const request = { inputPath: at('in.mp4'), facts, tools };
    await transcodeLadder({ ...request, outDir: at('out'), ladder: planLadder(facts) });
    // The renditions lie apart; a picture goes back in, since only whole videos are probed.
    const back = ['-i', at('out', 'v90.mp4'), '-i', at('out', 'audio.mp4'), '-c', 'copy'];
    await shop.ffmpeg(...back, at('made.mp4'));
    const made = await probe(at('made.mp4'), { tools });
    const stream = made.sounds[0]!.stream;
    return measureLoudness({ inputPath: at('made.mp4'), facts: made, stream, tools });
  };
  expect(await loudnessOf('0.15')).toBeCloseTo(-16, -0.5);
  expect(await loudnessOf('0.9')).toBeCloseTo(-16, -0.5);
  expect(await loudnessOf('0')).toBeNull();
});

test.each([
  [null, 0],
  [-16.3, 0],
  [-23, 7],
  [-50, 20],
  [-6.04, -10],
])('a loudness of %s LUFS is changed by %s dB', (lufs, gain) => {
  expect(computeGainDb(lufs)).toBe(gain);
});
