import { listen } from '../listen.ts';
import { each, firstOf } from '../natives.ts';
import { type CaptureCall, captureWatch, notAllowed } from './capture-watch.ts';
import { interceptConstructor, interceptMethod, isIntercepted } from './intercept.ts';

/** The global object of a window; each frame has its own. */
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

/** Refused with any arguments: they read or move a media element or a screen. */
const always: readonly Refusal[] = [
  refusal('HTMLMediaElement', 'captureStream', 'capture_stream'),
  refusal('HTMLMediaElement', 'mozCaptureStream', 'capture_stream'),
  refusal('HTMLCanvasElement', 'captureStream', 'capture_stream'),
  refusal('HTMLVideoElement', 'requestPictureInPicture', 'picture_in_picture'),
  refusal('HTMLVideoElement', 'webkitSetPresentationMode', 'picture_in_picture'),
  refusal('DocumentPictureInPicture', 'requestWindow', 'picture_in_picture'),
  // The page's policy refuses it, but a pop-up inherits no policy.
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
/** Functions of another realm are used only by a script that evades this page's own. */
const soundGraphs = ['AudioContext', 'webkitAudioContext'];
const page = window;
const reject = Promise.reject.bind(Promise);
/** Kept by document, because a window stays the same object when it navigates. */
const patched = new WeakSet<object>();
const markPatched = patched.add.bind(patched);
const isPatched = patched.has.bind(patched);

/**
 * Permanently replaces all functions of a realm that read or record pictures. It is cheap: nothing
 * runs until one is called, and then only while a video is protected.
 * @returns whether the realm was not patched before
 */
export function patchRealm(realm: Realm): boolean {
  if (isPatched(realm.document)) return false;
  markPatched(realm.document);
  each(always, ({ owner, method, type }) =>
    refuseMethod(findPrototype(realm, owner), method, type, () => true),
  );
  each(ofVideos, ({ owner, method, type }) =>
    refuseMethod(findPrototype(realm, owner), method, type, hasVideo),
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
 * Tells whether the functions that record a screen or a picture are patched: another script may have
 * locked them before.
 */
export function isCapturePatched(realm: Realm): boolean {
  return (
    isPatched(realm.document) &&
    firstOf(always, ({ owner, method }) => {
      const prototype = findPrototype(realm, owner);
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
    // Such a window is refused outside playback too: a script could keep its functions for later.
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
  watcher.onRefused(call);
  return true;
}

/** Patches `start` and not the constructor, which `prototype.constructor` would evade. */
function followRecorders(realm: Realm): void {
  const owner = findPrototype(realm, 'MediaRecorder');
  if (owner === undefined) return;
  interceptMethod(owner, 'start', (call, _given, recorder) => {
    const verdict = captureWatch
      .current()
      ?.decide({ type: 'media_recorder', name: 'MediaRecorder' });
    if (verdict?.isAllowed === false) throw notAllowed('MediaRecorder');
    if (verdict && isObject(recorder)) followRecorder(recorder, verdict.ended);
    return call();
  });
}

/** Finds videos of any realm, alone or within the argument of a WebGPU call. */
function hasVideo(given: readonly unknown[]): boolean {
  return firstOf(given, (value) => isVideo(value) || isVideo(readSource(value))) !== undefined;
}

// The browser's getter recognises a video of any realm; a name could be forged.
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

/** Tells whether it is media of another page, where a video may play whose protection sees no call here. */
function hasElsewhere(given: readonly unknown[]): boolean {
  const found = firstOf(
    given,
    (value) =>
      isElsewhere(value) || isElsewhere(readSource(value)) || isElsewhere(readElement(value)),
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

function readSource(value: unknown): unknown {
  return isObject(value) && 'source' in value ? value.source : null;
}

function readElement(options: unknown): unknown {
  return isObject(options) && 'mediaElement' in options ? options.mediaElement : null;
}

function findPrototype(realm: Realm, name: string): object | undefined {
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
    // It is no recorder, although a script says so.
    once();
  }
}
