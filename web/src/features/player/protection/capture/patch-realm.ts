import { listen } from '../listen.ts';
import { each, firstOf } from '../natives.ts';
import { type CaptureCall, captureWatch, notAllowed } from './capture-watch.ts';
import { interceptConstructor, interceptMethod, isIntercepted } from './intercept.ts';

/** A window's global object; a frame has its own. */
export type Realm = Window & typeof globalThis;

/** A method that some browsers lack, or only have in newer versions. */
interface Refusal {
  readonly owner: string;
  readonly method: string;
  readonly type: CaptureCall['type'];
}

const refusal = (owner: string, method: string, type: CaptureCall['type']): Refusal => ({
  owner,
  method,
  type,
});

/** Refused with any arguments: they take from a media element or a screen, or move it elsewhere. */
const always: readonly Refusal[] = [
  refusal('HTMLMediaElement', 'captureStream', 'capture_stream'),
  refusal('HTMLMediaElement', 'mozCaptureStream', 'capture_stream'),
  refusal('HTMLCanvasElement', 'captureStream', 'capture_stream'),
  refusal('HTMLVideoElement', 'requestPictureInPicture', 'picture_in_picture'),
  refusal('HTMLVideoElement', 'webkitSetPresentationMode', 'picture_in_picture'),
  refusal('DocumentPictureInPicture', 'requestWindow', 'picture_in_picture'),
  // Our policy refuses it in the page, but not in a popup, which inherits none.
  refusal('MediaDevices', 'getDisplayMedia', 'screen_capture_api'),
  refusal('AudioContext', 'createMediaElementSource', 'capture_stream'),
];
/** Refused when a video is among the arguments. */
const ofVideos: readonly Refusal[] = [
  refusal('CanvasRenderingContext2D', 'drawImage', 'canvas_read'),
  refusal('CanvasRenderingContext2D', 'createPattern', 'canvas_read'),
  refusal('OffscreenCanvasRenderingContext2D', 'drawImage', 'canvas_read'),
  refusal('OffscreenCanvasRenderingContext2D', 'createPattern', 'canvas_read'),
  ...['WebGLRenderingContext', 'WebGL2RenderingContext'].flatMap((context) =>
    ['texImage2D', 'texSubImage2D', 'texImage3D', 'texSubImage3D'].map((method) =>
      refusal(context, method, 'canvas_read'),
    ),
  ),
  refusal('GPUDevice', 'importExternalTexture', 'canvas_read'),
  refusal('GPUQueue', 'copyExternalImageToTexture', 'canvas_read'),
];
/** Only a script that goes around this page's own functions has them of another realm. */
const soundGraphs = ['AudioContext', 'webkitAudioContext'];
const page = window;
const reject = Promise.reject.bind(Promise);
/** By their documents: a window stays the same object when it goes on to another address. */
const patched = new WeakSet<object>();
const markPatched = patched.add.bind(patched);
const isPatched = patched.has.bind(patched);

/**
 * Puts our functions between a realm's pages and everything that reads or records pictures, once
 * and so that it can't be put back. Cheap: nothing runs until one is called, and then only while a
 * video is watched over.
 * @returns whether it was not done before
 */
export function patchRealm(realm: Realm): boolean {
  if (isPatched(realm.document)) return false;
  markPatched(realm.document);
  each(always, ({ owner, method, type }) =>
    refuseMethod(prototypeOf(realm, owner), method, type, () => true),
  );
  each(ofVideos, ({ owner, method, type }) =>
    refuseMethod(prototypeOf(realm, owner), method, type, hasVideo),
  );
  interceptMethod(realm, 'createImageBitmap', (call, given) => {
    const isWatched = isRefused(
      { type: 'canvas_read', name: 'createImageBitmap' },
      hasVideo(given),
    );
    if (!isWatched && !hasElsewhere(given)) return call();
    return reject(notAllowed('createImageBitmap'));
  });
  refuseConstructor(realm, { type: 'canvas_read', name: 'VideoFrame' }, hasVideo);
  refuseConstructor(
    realm,
    { type: 'capture_stream', name: 'MediaElementAudioSourceNode' },
    () => true,
  );
  if (realm !== page) {
    each(soundGraphs, (name) =>
      refuseConstructor(realm, { type: 'capture_stream', name }, () => true),
    );
  }
  followRecorders(realm);
  return true;
}

/**
 * Tells whether the functions that record a screen or a picture are ours to judge: another script
 * may have been first.
 */
export function isCapturePatched(realm: Realm): boolean {
  return (
    isPatched(realm.document) &&
    firstOf(always, ({ owner, method }) => {
      const prototype = prototypeOf(realm, owner);
      return prototype !== undefined && !isIntercepted(prototype, method);
    }) === undefined
  );
}

function refuseMethod(
  owner: object | undefined,
  method: string,
  type: CaptureCall['type'],
  concerns: (given: readonly unknown[]) => boolean,
): void {
  if (owner === undefined) return;
  interceptMethod(owner, method, (call, given, receiver) => {
    const isWatched = isRefused({ type, name: method }, concerns(given));
    // A window of its own is refused outside videos too: its functions could be kept for one.
    const isRefusedAnyway = method === 'requestWindow' || isElsewhere(receiver);
    if (!isWatched && !isRefusedAnyway && !hasElsewhere(given)) return call();
    const isPromising =
      method === 'requestPictureInPicture' ||
      method === 'requestWindow' ||
      method === 'getDisplayMedia';
    if (isPromising) return reject(notAllowed(method));
    throw notAllowed(method);
  });
}

function refuseConstructor(
  realm: Realm,
  call: CaptureCall,
  concerns: (given: readonly unknown[]) => boolean,
): void {
  interceptConstructor(realm, call.name, (construct, given) => {
    if (isRefused(call, concerns(given)) || hasElsewhere(given)) throw notAllowed(call.name);
    return construct();
  });
}

function isRefused(call: CaptureCall, concernsVideo: boolean): boolean {
  const watcher = captureWatch.current();
  if (watcher === null || !concernsVideo) return false;
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
    if (verdict && isObject(recorder)) followRecorder(recorder, verdict.ended);
    return call();
  });
}

/** Videos of any realm, alone or within the argument of a WebGPU call. */
function hasVideo(given: readonly unknown[]): boolean {
  return firstOf(given, (value) => isVideo(value) || isVideo(sourceOf(value))) !== undefined;
}

// A getter of the browser knows a video of any realm by its nature; a name could be forged.
const { apply, get, getOwnPropertyDescriptor } = Reflect;
const widthOf = getOwnPropertyDescriptor(HTMLVideoElement.prototype, 'videoWidth')?.get;
const readyStateOf = getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'readyState')?.get;
const pageOf = getOwnPropertyDescriptor(Node.prototype, 'ownerDocument')?.get;
const { document } = page;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isVideo(value: unknown): boolean {
  if (!isObject(value) || widthOf === undefined) return false;
  try {
    apply(widthOf, value, []);
    return true;
  } catch {
    return false;
  }
}

/** A film or a sound of another page: a video may play there, and its watch does not see calls here. */
function hasElsewhere(given: readonly unknown[]): boolean {
  const found = firstOf(
    given,
    (value) => isElsewhere(value) || isElsewhere(sourceOf(value)) || isElsewhere(elementOf(value)),
  );
  return found !== undefined;
}

function isElsewhere(value: unknown): boolean {
  if (!isObject(value) || readyStateOf === undefined || pageOf === undefined) return false;
  try {
    apply(readyStateOf, value, []);
    return apply(pageOf, value, []) !== document;
  } catch {
    return false;
  }
}

function sourceOf(value: unknown): unknown {
  return isObject(value) && 'source' in value ? value.source : null;
}

function elementOf(options: unknown): unknown {
  return isObject(options) && 'mediaElement' in options ? options.mediaElement : null;
}

function prototypeOf(realm: Realm, name: string): object | undefined {
  const owner: unknown = get(realm, name);
  if (typeof owner !== 'function') return undefined;
  const prototype: unknown = owner.prototype;
  return isObject(prototype) ? prototype : undefined;
}

/** Calls `ended` once when the recorder stops, for any reason. */
function followRecorder(recorder: object, ended: () => void): void {
  let isDone = false;
  function once() {
    if (isDone) return;
    isDone = true;
    ended();
  }
  try {
    listen(recorder, 'stop', once);
    listen(recorder, 'error', once);
  } catch {
    // Not a recorder, then, though a script says so.
    once();
  }
}
