import { type CaptureCall, captureWatch, notAllowed } from './capture-watch.ts';
import { followRecorder } from './follow-recording.ts';
import { interceptConstructor, interceptMethod, isIntercepted } from './intercept.ts';

/** A window's global object; a frame has its own. */
export type Realm = Window & typeof globalThis;

/** Names of constructors that some browsers lack, or only have in newer versions. */
type Refusal = readonly [owner: string, method: string, type: CaptureCall['type']];

/** Refused whatever the arguments: they take from a media element or a screen, or move it elsewhere. */
const always: readonly Refusal[] = [
  ['HTMLMediaElement', 'captureStream', 'capture_stream'],
  ['HTMLMediaElement', 'mozCaptureStream', 'capture_stream'],
  ['HTMLCanvasElement', 'captureStream', 'capture_stream'],
  ['HTMLVideoElement', 'requestPictureInPicture', 'picture_in_picture'],
  ['HTMLVideoElement', 'webkitSetPresentationMode', 'picture_in_picture'],
  ['DocumentPictureInPicture', 'requestWindow', 'picture_in_picture'],
  // Our policy refuses it in the page, but not in a popup, which inherits none.
  ['MediaDevices', 'getDisplayMedia', 'screen_capture_api'],
  ['AudioContext', 'createMediaElementSource', 'capture_stream'],
];
/** Refused when a video is among the arguments. */
const ofVideos: readonly Refusal[] = [
  ['CanvasRenderingContext2D', 'drawImage', 'canvas_read'],
  ['CanvasRenderingContext2D', 'createPattern', 'canvas_read'],
  ['OffscreenCanvasRenderingContext2D', 'drawImage', 'canvas_read'],
  ['OffscreenCanvasRenderingContext2D', 'createPattern', 'canvas_read'],
  ...['WebGLRenderingContext', 'WebGL2RenderingContext'].flatMap((context) =>
    ['texImage2D', 'texSubImage2D', 'texImage3D', 'texSubImage3D'].map(
      (method): Refusal => [context, method, 'canvas_read'],
    ),
  ),
  ['GPUDevice', 'importExternalTexture', 'canvas_read'],
  ['GPUQueue', 'copyExternalImageToTexture', 'canvas_read'],
];
const promising = new Set(['requestPictureInPicture', 'requestWindow', 'getDisplayMedia']);

const patched = new WeakSet<object>();

/**
 * Puts ourselves between a realm's pages and everything that reads or records pictures, once and so
 * that it can't be put back. Cheap: nothing runs until somebody calls, and then only while a lesson
 * is watched over.
 */
export function patchRealm(realm: Realm): void {
  if (patched.has(realm)) return;
  patched.add(realm);
  for (const [owner, method, type] of always) {
    refuseMethod(prototypeOf(realm, owner), method, type, () => true);
  }
  for (const [owner, method, type] of ofVideos) {
    refuseMethod(prototypeOf(realm, owner), method, type, hasVideo);
  }
  interceptMethod(realm, 'createImageBitmap', (call, given) => {
    if (!isRefused({ type: 'canvas_read', name: 'createImageBitmap' }, hasVideo(given))) {
      return call();
    }
    return Promise.reject(notAllowed('createImageBitmap'));
  });
  for (const [name, type] of [
    ['VideoFrame', 'canvas_read'],
    ['MediaElementAudioSourceNode', 'capture_stream'],
  ] as const) {
    interceptConstructor(realm, name, (call, given) => {
      const isOfMedia = type === 'capture_stream' || hasVideo(given);
      if (isRefused({ type, name }, isOfMedia)) throw notAllowed(name);
      return call();
    });
  }
  followRecorders(realm);
}

/** Whether what records a screen or a picture is ours to judge: somebody may have been first. */
export function isCapturePatched(realm: Realm): boolean {
  return (
    patched.has(realm) &&
    always.every(([owner, method]) => {
      const prototype = prototypeOf(realm, owner);
      return prototype === undefined || isIntercepted(prototype, method);
    })
  );
}

function refuseMethod(
  owner: object | undefined,
  method: string,
  type: CaptureCall['type'],
  concerns: (given: readonly unknown[]) => boolean,
): void {
  if (owner === undefined) return;
  interceptMethod(owner, method, (call, given) => {
    if (!isRefused({ type, name: method }, concerns(given))) return call();
    if (promising.has(method)) return Promise.reject(notAllowed(method));
    throw notAllowed(method);
  });
}

function isRefused(call: CaptureCall, concernsLesson: boolean): boolean {
  const watcher = captureWatch.current();
  if (watcher === null || !concernsLesson) return false;
  watcher.refused(call);
  return true;
}

/** At `start` and not when it is made: `prototype.constructor` would lead around that. */
function followRecorders(realm: Realm): void {
  const owner = prototypeOf(realm, 'MediaRecorder');
  if (owner === undefined) return;
  interceptMethod(owner, 'start', (call, _given, recorder) => {
    const verdict = captureWatch
      .current()
      ?.asked({ type: 'media_recorder', name: 'MediaRecorder' });
    if (verdict?.isAllowed === false) throw notAllowed('MediaRecorder');
    if (verdict) followRecorder(recorder, verdict.ended);
    return call();
  });
}

/** Videos of any realm, alone or within the argument of a WebGPU call. */
function hasVideo(given: readonly unknown[]): boolean {
  return given.some((value) => isVideo(value) || isVideo(sourceOf(value)));
}

// A getter of the browser knows a video of any realm by its nature; a name could be forged.
const widthOf = Reflect.getOwnPropertyDescriptor(HTMLVideoElement.prototype, 'videoWidth')?.get;

function isVideo(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || widthOf === undefined) return false;
  try {
    Reflect.apply(widthOf, value, []);
    return true;
  } catch {
    return false;
  }
}

function sourceOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'source' in value ? value.source : null;
}

function prototypeOf(realm: Realm, name: string): object | undefined {
  const owner: unknown = Reflect.get(realm, name);
  if (typeof owner !== 'function') return undefined;
  const prototype: unknown = owner.prototype;
  return typeof prototype === 'object' && prototype !== null ? prototype : undefined;
}
