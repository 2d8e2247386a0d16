// @vitest-environment jsdom
import { isViolation } from '@prahari/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CaptureCall } from './capture-watch.ts';

// References taken at load may belong to an earlier file's window.
vi.resetModules();
const { captureWatch } = await import('./capture-watch.ts');
const { patchRealm } = await import('./patch-realm.ts');

/** Refused with any arguments. */
const always = [
  ['HTMLMediaElement', 'captureStream', 'capture_stream'],
  ['HTMLMediaElement', 'mozCaptureStream', 'capture_stream'],
  ['HTMLCanvasElement', 'captureStream', 'capture_stream'],
  ['AudioContext', 'createMediaElementSource', 'capture_stream'],
  ['HTMLVideoElement', 'requestPictureInPicture', 'picture_in_picture'],
  ['HTMLVideoElement', 'webkitSetPresentationMode', 'picture_in_picture'],
  ['DocumentPictureInPicture', 'requestWindow', 'picture_in_picture'],
  ['MediaDevices', 'getDisplayMedia', 'screen_capture_api'],
] as const;
/** Refused when they are given a video. */
const ofVideos = [
  ['CanvasRenderingContext2D', 'drawImage'],
  ['CanvasRenderingContext2D', 'createPattern'],
  ['OffscreenCanvasRenderingContext2D', 'drawImage'],
  ['OffscreenCanvasRenderingContext2D', 'createPattern'],
  ['WebGLRenderingContext', 'texImage2D'],
  ['WebGLRenderingContext', 'texSubImage2D'],
  ['WebGL2RenderingContext', 'texImage3D'],
  ['WebGL2RenderingContext', 'texSubImage3D'],
  ['GPUDevice', 'importExternalTexture'],
  ['GPUQueue', 'copyExternalImageToTexture'],
] as const;

const video = document.createElement('video');
const picture = document.createElement('canvas');
let stop = () => {};
afterEach(() => stop());

/** Collects what is reported from now on. */
function watch(): CaptureCall[] {
  const reported: CaptureCall[] = [];
  stop = captureWatch.begin({
    onRefused: (call) => void reported.push(call),
    decide: () => ({ isAllowed: true, ended: () => undefined }),
  });
  return reported;
}

/** A window that has this one method, patched, and how it is called. */
function windowWith(owner: string, method: string) {
  class Owner {}
  const value = () => 'let through';
  Object.defineProperty(Owner.prototype, method, { value, configurable: true, writable: true });
  patchRealm(Object({ document: {}, [owner]: Owner }));
  const receiver = new Owner();
  return (...given: unknown[]) =>
    outcomeOf(() => Reflect.apply(Reflect.get(receiver, method), receiver, given));
}

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return Reflect.get(Object(error), 'name');
  }
}

describe('while a video is open', () => {
  test.each(always)('%s.%s is refused, and a violation', async (owner, method, type) => {
    const call = windowWith(owner, method);
    const reported = watch();
    expect(await call(picture)).toBe('NotAllowedError');
    expect(reported).toEqual([{ type, name: method }]);
    expect(isViolation(type, 'high')).toBe(true);
  });

  test.each(ofVideos)('%s.%s of a video is refused, and a violation', async (owner, method) => {
    const call = windowWith(owner, method);
    const reported = watch();
    expect(await call(picture, 0, 0)).toBe('let through');
    expect(reported).toEqual([]);
    expect(await call(video, 0, 0)).toBe('NotAllowedError');
    // WebGPU takes it within another object.
    expect(await call({ source: video })).toBe('NotAllowedError');
    expect(reported).toEqual([1, 2].map(() => ({ type: 'canvas_read', name: method })));
    expect(isViolation('canvas_read', 'high')).toBe(true);
  });

  test('captures of a video are refused, and sound of another window', async () => {
    const made = ['VideoFrame', 'MediaElementAudioSourceNode', 'AudioContext'] as const;
    const realm = Object({
      document: {},
      createImageBitmap: async () => 'let through',
      ...Object.fromEntries(made.map((name) => [name, class {}])),
    });
    patchRealm(realm);
    const reported = watch();
    expect(await outcomeOf(() => realm.createImageBitmap(video))).toBe('NotAllowedError');
    expect(await outcomeOf(() => realm.createImageBitmap(picture))).toBe('let through');
    for (const name of made) {
      expect(await outcomeOf(() => Reflect.construct(realm[name], [video]))).toBe(
        'NotAllowedError',
      );
    }
    expect(reported.map(({ name }) => name)).toEqual(['createImageBitmap', ...made]);
  });
});

test('outside a video the page’s own calls work, but no window of its own opens', async () => {
  for (const [owner, method] of [...always, ...ofVideos]) {
    const expected = method === 'requestWindow' ? 'NotAllowedError' : 'let through';
    expect([method, await windowWith(owner, method)(video)]).toEqual([method, expected]);
  }
});
