import { interceptGetter, interceptMethod } from './intercept.ts';
import { patchRealm, type Realm } from './patch-realm.ts';

/**
 * Patches windows that a page opens beside its own: a fresh frame or popup has fresh functions. The
 * app itself has no frames (`frame-src 'none'`), so nothing of ours is slower for it.
 */
export function guardFrames(realm: Realm): void {
  const { HTMLIFrameElement: Frame } = realm;
  interceptGetter(Frame.prototype, 'contentWindow', (inner) => patchWindow(inner));
  interceptGetter(Frame.prototype, 'contentDocument', (document) => {
    if (isDocument(document)) patchWindow(document.defaultView);
  });
  interceptMethod(realm, 'open', (call) => {
    const opened = call();
    patchWindow(opened);
    return opened;
  });
}

/** Patches a frame that somebody put into the page, and again when it has loaded its document. */
export function patchFrame(frame: HTMLIFrameElement): void {
  patchWindow(frame.contentWindow);
  frame.addEventListener('load', () => patchWindow(frame.contentWindow));
}

function patchWindow(value: unknown): void {
  try {
    if (isRealm(value)) patchRealm(value);
  } catch {
    // A window of another origin: it can't reach our page either.
  }
}

function isRealm(value: unknown): value is Realm {
  return typeof value === 'object' && value !== null && 'HTMLMediaElement' in value;
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'defaultView' in value;
}
