import { listen } from '../listen.ts';
import { each } from '../natives.ts';
import { interceptGetter, interceptMethod, interceptSetter } from './intercept.ts';
import { patchRealm, type Realm } from './patch-realm.ts';

/** A property of the prototype of something that a browser may lack. */
interface Place {
  readonly owner: string;
  readonly name: string;
}

function placesOf(owners: readonly string[], names: readonly string[]): readonly Place[] {
  return owners.flatMap((owner) => names.map((name) => ({ owner, name })));
}

/** Leads to the window of a frame. */
const windowGetters = placesOf(
  ['HTMLIFrameElement', 'HTMLFrameElement', 'HTMLObjectElement', 'HTMLFencedFrameElement'],
  ['contentWindow', 'contentDocument'],
);
const documentMethods = placesOf(
  ['HTMLIFrameElement', 'HTMLFrameElement', 'HTMLObjectElement', 'HTMLEmbedElement'],
  ['getSVGDocument'],
);
/** Puts elements into a page, and with them a frame, whose window can be had by its number at once; not so in a shadow. */
const insertions: readonly Place[] = [
  ...placesOf(['Node'], ['appendChild', 'insertBefore', 'replaceChild']),
  ...placesOf(
    ['Element', 'Document', 'DocumentFragment'],
    ['append', 'prepend', 'replaceChildren', 'moveBefore', 'setHTMLUnsafe', 'setHTML'],
  ),
  ...placesOf(['Element', 'CharacterData', 'DocumentType'], ['before', 'after', 'replaceWith']),
  ...placesOf(['Element'], ['insertAdjacentElement', 'insertAdjacentHTML']),
  ...placesOf(['Range'], ['insertNode', 'surroundContents']),
  ...placesOf(['Document'], ['write', 'writeln', 'execCommand']),
  ...placesOf(['HTMLSelectElement', 'HTMLOptionsCollection'], ['add']),
];
const insertingSetters: readonly Place[] = [
  ...placesOf(['Document'], ['body']),
  ...placesOf(['HTMLTableElement'], ['caption', 'tHead', 'tFoot']),
  ...placesOf(['Element', 'ShadowRoot'], ['innerHTML', 'outerHTML']),
];

const { get, getOwnPropertyDescriptor } = Reflect;
const { DOMException: DomError } = window;

/**
 * Patches the realm, and windows that a page opens beside it: a fresh frame or popup has fresh
 * functions. The app itself has no frames (`frame-src 'none'`) and no elements of its own kind, so
 * nothing of ours is slower for it.
 */
export function guardRealm(realm: Realm): void {
  if (!patchRealm(realm)) return;
  const sweep = () => patchFrames(realm);
  each(windowGetters, ({ owner, name }) => {
    const prototype = prototypeOf(realm, owner);
    if (prototype === null) return;
    interceptGetter(prototype, name, patchWindowOf);
  });
  each(documentMethods, (place) => onCall(realm, place, patchWindowOf));
  each(insertions, (place) => onCall(realm, place, sweep));
  each(insertingSetters, ({ owner, name }) => {
    const prototype = prototypeOf(realm, owner);
    if (prototype === null) return;
    interceptSetter(prototype, name, (call) => {
      call();
      sweep();
    });
  });
  // An empty frame tells that it is loaded within the very call that inserts it.
  listen(realm.document, 'load', sweep, true);
  refuseElements(realm);
  interceptMethod(realm, 'open', (call) => {
    const opened = call();
    patchWindowOf(opened);
    return opened;
  });
}

/** Lets the method do its work, and hears its answer. */
function onCall(realm: Realm, { owner, name }: Place, hear: (answer: unknown) => void): void {
  const prototype = prototypeOf(realm, owner);
  if (prototype === null || getOwnPropertyDescriptor(prototype, name) === undefined) return;
  interceptMethod(prototype, name, (call) => {
    const answer = call();
    hear(answer);
    return answer;
  });
}

/** Elements of a page's own kind run its code within the call that inserts a frame beside them. */
function refuseElements(realm: Realm): void {
  const prototype = prototypeOf(realm, 'CustomElementRegistry');
  if (prototype === null) return;
  interceptMethod(prototype, 'define', () => {
    throw new DomError('This app has no elements of its own', 'NotSupportedError');
  });
}

/** Patches all frames in the window, by their numbers. */
export function patchFrames(realm: Window): void {
  const count = realm.length;
  for (let index = 0; index < count; index += 1) patchWindow(realm[index]);
}

/** Of a window, or of the document in one. */
function patchWindowOf(value: unknown): void {
  patchWindow(isObject(value) && 'defaultView' in value ? value.defaultView : value);
}

function patchWindow(value: unknown): void {
  try {
    if (isRealm(value)) guardRealm(value);
  } catch {
    // A window of another origin: it can't reach our page either.
  }
}

function isRealm(value: unknown): value is Realm {
  return isObject(value) && 'HTMLMediaElement' in value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function prototypeOf(realm: Realm, name: string): object | null {
  const owner: unknown = get(realm, name);
  if (typeof owner !== 'function') return null;
  const prototype: unknown = owner.prototype;
  return isObject(prototype) ? prototype : null;
}
