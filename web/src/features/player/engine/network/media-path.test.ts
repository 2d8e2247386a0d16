import type { Stream } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { createMediaPath } from './media-path.ts';

const manifestAt = (path: string) => `<MPD><BaseURL>${path}</BaseURL><Period/></MPD>`;
const origin = 'https://kendra.example';

function pathOf(answers: readonly string[]) {
  let nowMs = 0;
  const left = [...answers];
  const call = async (): Promise<never> => manifestAt(left.shift() ?? '/none/') as never;
  const stream = {
    videoId: 'v',
    playbackSessionId: 'p',
    manifest: { dash: '', hls: '', text: manifestAt('/media/one/') },
  } as Stream;
  const path = createMediaPath({ call }, stream, () => nowMs);
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { path, left, wait };
}

describe('the path of the segments', () => {
  test('is that of the manifest until it is renewed, then the new one', async () => {
    const { path } = pathOf(['/media/two/']);
    expect(path.rewrite(`${origin}/media/one/v360/1.m4s`)).toBe(`${origin}/media/one/v360/1.m4s`);
    expect(await path.renew('/media/one/1.m4s')).toBe(true);
    expect(path.rewrite(`${origin}/media/one/v360/1.m4s`)).toBe(`${origin}/media/two/v360/1.m4s`);
  });

  test('is asked for three times in a while only', async () => {
    const { path, left, wait } = pathOf(['/media/2/', '/media/3/', '/media/4/', '/media/5/']);
    for (const refused of ['/media/one/', '/media/2/', '/media/3/'])
      expect(await path.renew(`${refused}1.m4s`)).toBe(true);
    expect(await path.renew('/media/4/1.m4s')).toBe(false);
    expect(left).toHaveLength(1);
    wait(10_000);
    expect(await path.renew('/media/4/1.m4s')).toBe(true);
    expect(path.rewrite('/media/one/a')).toBe('/media/5/a');
  });

  test('is asked for again where a late refusal meets a new path that reads the same', async () => {
    const { path } = pathOf(['/media/one/', '/media/two/']);
    expect(await path.renew('/media/one/v/1.m4s')).toBe(true);
    expect(await path.renew('/media/one/audio/1.m4s')).toBe(true);
    expect(path.rewrite('/media/one/a')).toBe('/media/two/a');
  });

  test('is asked for once for sound and picture that are refused together', async () => {
    const { path, left } = pathOf(['/media/two/', '/media/three/']);
    const both = [path.renew('/media/one/v/1.m4s'), path.renew('/media/one/audio/1.m4s')];
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await path.renew('/media/one/v/2.m4s')).toBe(true);
    expect(left).toHaveLength(1);
  });
});
