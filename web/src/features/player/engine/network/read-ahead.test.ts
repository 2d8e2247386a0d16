// @vitest-environment jsdom
import { endpoints } from '@prahari/contract';
import { expect, test, vi } from 'vitest';
import { aStream } from '../../testing/a-stream.ts';
import { readAhead } from './read-ahead.ts';

const MANIFEST = 0;
const SEGMENT = 1;

/** A player whose answers the test brings in; says what the server was asked for. */
function aPlayback() {
  let heard: (type: number, response: { uri: string }) => void = () => undefined;
  const call = vi.fn(async (..._given: unknown[]) => ({ accepted: 3 }));
  const video = document.createElement('video');
  const asked = () =>
    call.mock.calls.map((given) => Reflect.get(Object(given[1]), 'query').segments);
  const net = {
    registerResponseFilter(filter: typeof heard) {
      heard = filter;
    },
  };
  Reflect.apply(readAhead, null, [
    {
      api: { call },
      stream: aStream,
      video,
      player: { getNetworkingEngine: () => net },
      library: { net: { NetworkingEngine: { RequestType: { SEGMENT } } } },
    },
  ]);
  return {
    call,
    asked,
    came: (name: string, type = SEGMENT) => heard(type, { uri: `https://x.example/m/t/${name}` }),
    firstPicture: () => video.dispatchEvent(new Event('loadeddata')),
  };
}

test('the next three are named after the first picture, not before', () => {
  const { call, asked, came, firstPicture } = aPlayback();
  came('v720/init.mp4');
  came('v720/1.m4s');
  came('audio/1.m4s');
  expect(asked()).toEqual([]);
  firstPicture();
  expect(asked()).toEqual([
    'v720/2.m4s,v720/3.m4s,v720/4.m4s',
    'audio/2.m4s,audio/3.m4s,audio/4.m4s',
  ]);
  expect(call).toHaveBeenCalledWith(
    endpoints.videos.prefetch,
    expect.objectContaining({ params: { id: aStream.videoId } }),
  );
});

test('following segments are foreseen; a jump and another quality are not', () => {
  const { asked, came, firstPicture } = aPlayback();
  came('v720/1.m4s');
  firstPicture();
  for (const number of [2, 3, 4, 5]) came(`v720/${number}.m4s?a=b`);
  expect(asked()).toHaveLength(1);
  came('v720/40.m4s');
  came('v720k2/41.m4s');
  came('manifest.mpd', MANIFEST);
  expect(asked().slice(1)).toEqual([
    'v720/41.m4s,v720/42.m4s,v720/43.m4s',
    'v720k2/42.m4s,v720k2/43.m4s,v720k2/44.m4s',
  ]);
});
