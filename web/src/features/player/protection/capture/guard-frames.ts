import { listen } from '../listen.ts';
import { captureReader, createWeakStore, each, firstOf, listOf, remove } from '../natives.ts';
import { captureWatch } from './capture-watch.ts';
import { interceptGetter, interceptMethod, interceptSetter } from './intercept.ts';
import { patchRealm, type Realm } from './patch-realm.ts';

/** A property of a prototype, which a browser may lack. */
interface Place {
  readonly owner: string;
  readonly name: string;
}

function combinePlaces(owners: readonly string[], names: readonly string[]): readonly Place[] {
  return owners.flatMap((owner) => names.map((name) => ({ owner, name })));
}

/** Getters that lead to the window of a frame. */
const windowGetters = combinePlaces(
  ['HTMLIFrameElement', 'HTMLFrameElement', 'HTMLObjectElement', 'HTMLFencedFrameElement'],
  ['contentWindow', 'contentDocument'],
);
const documentMethods = combinePlaces(
  ['HTMLIFrameElement', 'HTMLFrameElement', 'HTMLObjectElement', 'HTMLEmbedElement'],
  ['getSVGDocument'],
);
/** Methods that insert elements, perhaps a frame, whose window is at once reachable by its number; not in a shadow tree. */
const insertions: readonly Place[] = [
  ...combinePlaces(['Node'], ['appendChild', 'insertBefore', 'replaceChild']),
  ...combinePlaces(
    ['Element', 'Document', 'DocumentFragment'],
    ['append', 'prepend', 'replaceChildren', 'moveBefore', 'setHTMLUnsafe', 'setHTML'],
  ),
  ...combinePlaces(
    ['Element', 'CharacterData', 'DocumentType'],
    ['before', 'after', 'replaceWith'],
  ),
  ...combinePlaces(['Element'], ['insertAdjacentElement', 'insertAdjacentHTML']),
  ...combinePlaces(['Range'], ['insertNode', 'surroundContents']),
  ...combinePlaces(['Document'], ['write', 'writeln', 'execCommand']),
  ...combinePlaces(['HTMLSelectElement', 'HTMLOptionsCollection'], ['add']),
];
const insertingSetters: readonly Place[] = [
  ...combinePlaces(['Document'], ['body']),
  ...combinePlaces(['HTMLTableElement'], ['caption', 'tHead', 'tFoot']),
  ...combinePlaces(['Element', 'ShadowRoot'], ['innerHTML', 'outerHTML']),
];

const page = window;
const { apply, get, getOwnPropertyDescriptor } = Reflect;
const { DOMException: DomError } = page;
/** Throws for what is no window, and for a window of another origin, which can't reach our page. */
const holderOf = captureReader(page, 'frameElement');
/** Windows of removed frames. */
const windows = createWeakStore<object, Realm>();

/**
 * Patches the realm, and keeps away new realms, which have unpatched functions. A frame that a script
 * inserts, or whose window it requests, is patched and removed within that call, so that its window
 * navigates to no other address (`about:blank?2`, which no policy refuses). No call opens a window. The
 * app has no frames (`frame-src 'none'`), windows or custom elements, so this slows nothing down.
 */
export function guardRealm(realm: Realm): void {
  if (!patchRealm(realm)) return;
  each(windowGetters, ({ owner, name }) => {
    const prototype = findPrototype(realm, owner);
    if (prototype === null) return;
    interceptGetter(prototype, name, (value, frame) => {
      takeOutWindow(findWindow(value));
      const isOfTaken = value === null && name === 'contentWindow' && isObject(frame);
      return isOfTaken ? (windows.of(frame) ?? null) : value;
    });
  });
  each(documentMethods, (place) =>
    onCall(realm, place, (call) => {
      const answer = call();
      takeOutWindow(findWindow(answer));
      return answer;
    }),
  );
  each(insertions, (place) => onCall(realm, place, takingOut));
  each(insertingSetters, ({ owner, name }) => {
    const prototype = findPrototype(realm, owner);
    if (prototype !== null) interceptSetter(prototype, name, takingOut);
  });
  // An empty frame fires its load event within the call that inserts it.
  listen(realm.document, 'load', () => patchFrames(realm), true);
  refuseElements(realm);
  interceptMethod(realm, 'open', refuseWindow);
  onCall(realm, { owner: 'Document', name: 'open' }, (call, given) =>
    given.length < 3 ? call() : refuseWindow(),
  );
}

/** Answers like a browser that blocks pop-ups. */
function refuseWindow(): null {
  captureWatch.current()?.onRefused({ type: 'extension_interference', name: 'open' });
  return null;
}

/** Intercepts a method, where the browser has it. */
function onCall(
  realm: Realm,
  { owner, name }: Place,
  method: (call: () => unknown, given: readonly unknown[]) => unknown,
): void {
  const prototype = findPrototype(realm, owner);
  if (prototype === null || getOwnPropertyDescriptor(prototype, name) === undefined) return;
  interceptMethod(prototype, name, method);
}

/** Runs the call, and removes the frames that it inserted into the page. */
function takingOut(call: () => unknown): unknown {
  const before = framesIn(page);
  try {
    return call();
  } finally {
    if (page.length > 0) {
      each(framesIn(page), (frame) => {
        if (firstOf(before, (other) => other === frame) === undefined) takeOutWindow(frame);
      });
    }
  }
}

function framesIn(realm: Window): readonly unknown[] {
  return listOf(realm.length, (index) => realm[index]);
}

/** Refuses custom elements, whose code would run within the call that inserts a frame beside them. */
function refuseElements(realm: Realm): void {
  const prototype = findPrototype(realm, 'CustomElementRegistry');
  if (prototype === null) return;
  interceptMethod(prototype, 'define', () => {
    throw new DomError('This app has no elements of its own', 'NotSupportedError');
  });
}

/** Patches all frames of the window by their numbers; those of an extension stay. */
export function patchFrames(realm: Window): void {
  each(framesIn(realm), patchWindow);
}

/** Finds the window of a window or of its document. */
function findWindow(value: unknown): unknown {
  return isObject(value) && 'defaultView' in value ? value.defaultView : value;
}

function patchWindow(value: unknown): void {
  if (isRealm(value)) guardRealm(value);
}

function takeOutWindow(value: unknown): void {
  if (!isRealm(value)) return;
  guardRealm(value);
  const frame = holderOf(value);
  if (frame === null) return;
  windows.keep(frame, value);
  remove(frame);
}

/** Uses the browser's own getter, because a page can delete the names of a window. */
function isRealm(value: unknown): value is Realm {
  try {
    apply(holderOf, null, [value]);
    return isObject(value);
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function findPrototype(realm: Realm, name: string): object | null {
  const owner: unknown = get(realm, name);
  if (typeof owner !== 'function') return null;
  const prototype: unknown = owner.prototype;
  return isObject(prototype) ? prototype : null;
}
