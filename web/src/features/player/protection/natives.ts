/**
 * Captures the browser's own functions when the app starts, for the code that protects a video. A page
 * may replace them later, to receive what is hidden or to answer in their place; so they are bound
 * here, and a call looks up nothing that a page can change. Code that uses them visits lists by index
 * alone: iterators (`for … of`, destructuring of lists, spreading into a call) and methods of lists
 * and strings can be replaced too.
 */
const { apply, defineProperty, get, getOwnPropertyDescriptor, setPrototypeOf } = Reflect;
const { bind, call } = Function.prototype;
const page = window;

type Free<Owner, Method> = Method extends (...given: infer Given) => infer Answer
  ? (self: Owner, ...given: Given) => Answer
  : never;

/** Captures a method as a function of its receiver; it throws in a browser that lacks the method. */
export function captureMethod<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
): Free<Owner, Owner[Name]> {
  return apply(bind, call, [owner[name]]);
}

/** Captures a getter as a function of its receiver. */
export function captureReader<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
): (self: Owner) => Owner[Name] {
  const getter = getOwnPropertyDescriptor(owner, name)?.get;
  return getter === undefined ? (self) => self[name] : apply(bind, call, [getter]);
}

/** Captures a setter as a function of its receiver. */
export function captureWriter<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
): (self: Owner, value: Owner[Name]) => void {
  return apply(bind, call, [getOwnPropertyDescriptor(owner, name)?.set]);
}

// Lists, texts and numbers.

/** Finds the first item that passes `test`. */
export function firstOf<Item>(
  list: readonly Item[],
  test: (item: Item, index: number) => boolean,
): Item | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    if (item !== undefined && test(item, index)) return item;
  }
  return undefined;
}

export function each<Item>(list: readonly Item[], work: (item: Item, index: number) => void): void {
  firstOf(list, (item, index) => {
    work(item, index);
    return false;
  });
}

/** Removes the prototype of options, so that they inherit nothing that a page gave to all objects. */
export function bare<Options extends object>(options: Options): Options {
  setPrototypeOf(options, null);
  return options;
}

const { WeakMap: MapOfOthers } = page;
const valueAt = captureMethod(MapOfOthers.prototype, 'get');
const setValueAt = captureMethod(MapOfOthers.prototype, 'set');

/** Values by object, which are released with their object. */
export interface Kept<Key, Value> {
  of(key: Key): Value | undefined;
  keep(key: Key, value: Value): void;
}

export function createWeakStore<Key extends object, Value>(): Kept<Key, Value> {
  const map = new MapOfOthers<Key, Value>();
  return frozen({
    of: (key: Key): Value | undefined => valueAt(map, key),
    keep: (key: Key, value: Value) => void setValueAt(map, key, value),
  });
}

const freeze: (of: object) => object = Object.freeze.bind(Object);

/** Freezes a value and all that it contains, because every script of a page can get exported values. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  freeze(value);
  each(namesIn(value), (name) => void frozen(get(value, name)));
  return value;
}

/** Creates a list by calling `make` for each index, past setters that a page defined for lists. */
export function listOf<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  const list: Item[] = [];
  for (let index = 0; index < count; index += 1) {
    const value = make(index);
    defineProperty(list, index, bare({ value, enumerable: true }));
  }
  return list;
}

const { Date: DateOf } = page;
const inIso = captureMethod(Date.prototype, 'toISOString');
const minutesBehindUtc = captureMethod(Date.prototype, 'getTimezoneOffset');
export const partOf: (text: string, from: number, to: number) => string = apply(bind, call, [
  String.prototype.slice,
]);
export const placeIn = captureMethod(String.prototype, 'indexOf');
export const namesIn: (of: object) => readonly string[] = Object.keys.bind(Object);
export const numberIn = page.parseFloat.bind(page);
export const { max, min, random, round } = Math;

/** Formats a time like `Date.prototype.toISOString`. */
export function isoOf(atMs: number): string {
  return inIso(new DateOf(atMs));
}

/** The offset of this machine's time zone from UTC at that time. */
export function zoneMinutesAt(atMs: number): number {
  return -minutesBehindUtc(new DateOf(atMs));
}

// Time.

const beginTimeout = page.setTimeout.bind(page);
const endTimeout = page.clearTimeout.bind(page);
type PostTask = (work: () => void, how: SchedulerPostTaskOptions) => Promise<unknown>;
const postTask: PostTask | undefined = page.scheduler?.postTask.bind(page.scheduler);
const signalAfter = AbortSignal.timeout?.bind(AbortSignal);
export const sinceLoadMs = page.performance.now.bind(page.performance);
export const wallClockMs = Date.now.bind(Date);

/** Calls `work` once after `ms`; a script that clears all timers cancels it. @returns cancels it */
export function later(work: () => void, ms: number): () => void {
  const timer = beginTimeout(work, ms);
  return () => endTimeout(timer);
}

/** Does the same, where the browser can without a timer id, by which a page could clear it. */
function surely(work: () => void, ms: number): void {
  if (postTask) void postTask(work, bare({ delay: ms, priority: 'user-blocking' }));
  else if (signalAfter) addListener(signalAfter(ms), 'abort', work, false);
  else beginTimeout(work, ms);
}

/** Repeats `work`; where the browser can, nothing else ends it. @returns ends it */
export function repeat(work: () => void, everyMs: number): () => void {
  let isOver = false;
  function beat() {
    if (isOver) return;
    // Comes first, so that it happens also when the work fails.
    surely(beat, everyMs);
    work();
  }
  surely(beat, everyMs);
  return () => {
    isOver = true;
  };
}

/** Runs work that a page can make fail; its error is reported and stops nothing. */
export function aside(work: () => void): void {
  try {
    work();
  } catch (error) {
    later(() => {
      throw error;
    }, 0);
  }
}

// Styles and boxes.

export const styleOf = page.getComputedStyle.bind(page);
export const valueIn = captureMethod(CSSStyleDeclaration.prototype, 'getPropertyValue');
const setProperty = captureMethod(CSSStyleDeclaration.prototype, 'setProperty');
const inlineStyleOf = captureReader(HTMLElement.prototype, 'style');
export const boxOf = captureMethod(Element.prototype, 'getBoundingClientRect');
export const leftOf = captureReader(DOMRectReadOnly.prototype, 'left');
export const topOf = captureReader(DOMRectReadOnly.prototype, 'top');
export const rightOf = captureReader(DOMRectReadOnly.prototype, 'right');
export const bottomOf = captureReader(DOMRectReadOnly.prototype, 'bottom');
const readZoom = captureReader(Element.prototype, 'currentCSSZoom');
const readWindowWidth = captureReader(page, 'innerWidth');
const readWindowHeight = captureReader(page, 'innerHeight');
/** Reads the layout without transforms. */
export const widthOf = captureReader(HTMLElement.prototype, 'offsetWidth');
export const heightOf = captureReader(HTMLElement.prototype, 'offsetHeight');
export const innerLeftOf = captureReader(Element.prototype, 'clientLeft');
export const innerTopOf = captureReader(Element.prototype, 'clientTop');
export const innerWidthOf = captureReader(Element.prototype, 'clientWidth');
export const innerHeightOf = captureReader(Element.prototype, 'clientHeight');
const readPixelRatio = captureReader(page, 'devicePixelRatio');
const calm = page.matchMedia?.('(prefers-reduced-motion: reduce)') ?? null;
const calmKind: MediaQueryList | null = calm && Object.getPrototypeOf(calm);
const isCalm = calmKind === null ? () => false : captureReader(calmKind, 'matches');

/**
 * Styles of a text that are not compared: those that follow from the page's size, change on their
 * own or are judged in other ways, repeat another style, or do not apply to text. Variables paint
 * nothing by themselves, and those of the page come down to a mark as they change.
 */
const apart =
  /^(?:--.*|left|top|right|bottom|width|height|opacity|transform|font-size|line-height|outline-width|.*origin)$|\b(?:block|inline)\b|^(?:transition|scroll|grid|column|row|rule|flex|page|break|list|table|caption)/u;

/** Names of all other styles that this browser supports. */
export const textStyles: readonly string[] = frozen(
  Array.from(page.getComputedStyle(document.documentElement)).filter((name) => !apart.test(name)),
);

/** Sets a style of the element that no style sheet of a page can override. */
export function setStyle(element: HTMLElement, name: string, value: string): void {
  setProperty(inlineStyleOf(element), name, value, 'important');
}

export const doesSupport: (name: string, value: string) => boolean = page.CSS.supports.bind(
  page.CSS,
);

/** Reads display pixels per page pixel; the browser's zoom changes it. */
export const pixelRatio = () => readPixelRatio(page);

/** Reads the size of the viewport. */
export const windowWidth = () => readWindowWidth(page);
export const windowHeight = () => readWindowHeight(page);

/** Whether the user asked for reduced motion. */
export const prefersCalm = () => calm !== null && isCalm(calm);

/** Computes by how much style sheets enlarge the element, without the browser's zoom. */
export function zoomOf(element: Element): number {
  const known: number | undefined = readZoom(element);
  if (known !== undefined) return known;
  let zoom = 1;
  for (let at: Element | null = element; at !== null; at = parentElementOf(at)) {
    zoom *= numberIn(valueIn(styleOf(at), 'zoom')) || 1;
  }
  return zoom;
}

// The page's tree.

export const parentOf = captureReader(Node.prototype, 'parentNode');
export const parentElementOf = captureReader(Node.prototype, 'parentElement');
export const firstChildOf = captureReader(Node.prototype, 'firstChild');
export const nextSiblingOf = captureReader(Node.prototype, 'nextSibling');
export const textOf = captureReader(Node.prototype, 'textContent');
export const setText = captureWriter(Node.prototype, 'textContent');
export const doesContain = captureMethod(Node.prototype, 'contains');
const insertBefore = captureMethod(Node.prototype, 'insertBefore');
const removeFrom = captureMethod(Node.prototype, 'removeChild');
export const firstElementOf = captureReader(Element.prototype, 'firstElementChild');
export const firstElementIn = captureReader(DocumentFragment.prototype, 'firstElementChild');
/** Reads the shadow root; a closed one is not readable. */
export const shadowOf = captureReader(Element.prototype, 'shadowRoot');
export const nextElementOf = captureReader(Element.prototype, 'nextElementSibling');
export const nameOf = captureReader(Element.prototype, 'localName');
export const doesMatch = captureMethod(Element.prototype, 'matches');
export const doesSupportPopovers = 'showPopover' in HTMLElement.prototype;
export const setAttribute = captureMethod(Element.prototype, 'setAttribute');
export const removeAttribute = captureMethod(Element.prototype, 'removeAttribute');
const attributeNamesOf = captureMethod(Element.prototype, 'getAttributeNames');
const createElement: typeof document.createElement = document.createElement.bind(document);
const findAll: (selector: string) => NodeListOf<Element> = document.querySelectorAll.bind(document);
const lengthOf = captureReader(NodeList.prototype, 'length');
type FindIn = (parent: Element, selector: string) => Element | null;
const findIn: FindIn = apply(bind, call, [Element.prototype.querySelector]);
const kindOf = captureReader(Node.prototype, 'nodeType');
const elementKind = Node.ELEMENT_NODE;
const attachShadow = captureMethod(Element.prototype, 'attachShadow');

/** Gives `element` a tree that shows what it holds, so that no script can put another between. */
export function showOwnContent(element: Element): void {
  append(closedRootOf(element), createElement('slot'));
}

export const newBox = () => createElement('div');
export const newVideo = () => createElement('video');

/** Whether it is in this very page: neither taken out of it, nor in that of another window. */
export const isInPage = (node: Node) => doesContain(document, node);

export function append(parent: Node, child: Node): void {
  insertBefore(parent, child, null);
}

export function putFirst(parent: Node, child: Node): void {
  insertBefore(parent, child, firstChildOf(parent));
}

export function remove(child: Node): void {
  const parent = parentOf(child);
  if (parent !== null) removeFrom(parent, child);
}

export function removeAttributes(element: Element): void {
  each(attributeNamesOf(element), (name) => removeAttribute(element, name));
}

const fullscreenSelectors = [':fullscreen', ':-webkit-full-screen'] as const;
const fullscreen = firstOf(fullscreenSelectors, (selector) => {
  try {
    doesMatch(document.documentElement, selector);
    return true;
  } catch {
    return false;
  }
});
const exitFullscreen = captureMethod(Document.prototype, 'exitFullscreen');

/** Tells whether the element is in full screen, perhaps with others. */
export function isFullscreen(element: Element): boolean {
  return fullscreen !== undefined && doesMatch(element, fullscreen);
}

export async function leaveFullscreen(): Promise<void> {
  try {
    await exitFullscreen(document);
  } catch {
    // It has one already.
  }
}

type Found<Item> = NodeList & { readonly [index: number]: Item };

function listed<Item extends Node>(found: Found<Item>): readonly Item[] {
  return listOf(lengthOf(found), (index) => {
    const item = found[index];
    if (item === undefined) throw new RangeError('There is no such node');
    return item;
  });
}

/** Lists the elements of the page that match `selector`. */
export function allMatching(selector: string): readonly Element[] {
  return listed(findAll(selector));
}

function isElement(node: Node): node is Element {
  return kindOf(node) === elementKind;
}

/** Tells whether the node matches `selector`, or contains an element that does. */
export function doesHold(node: Node, selector: string): boolean {
  return isElement(node) && (doesMatch(node, selector) || findIn(node, selector) !== null);
}

/** Attaches a closed shadow root, which only the caller can reach. */
export function closedRootOf(host: Element): ShadowRoot {
  return attachShadow(host, bare({ mode: 'closed' }));
}

// Observers of changes, and listeners.

const { MutationObserver: Observer } = page;
const observeNode = captureMethod(Observer.prototype, 'observe');
export const takeRecords = captureMethod(Observer.prototype, 'takeRecords');
export const stopObserving = captureMethod(Observer.prototype, 'disconnect');
export const targetOf = captureReader(page.MutationRecord.prototype, 'target');
const addedNodesOf = captureReader(page.MutationRecord.prototype, 'addedNodes');

export function listAddedNodes(record: MutationRecord): readonly Node[] {
  return listed(addedNodesOf(record));
}

export type Listener = (event: Event) => void;
type Listen = (target: object, name: string, listener: Listener, early?: boolean) => void;
// Event targets, also of another window.
export const addListener: Listen = apply(bind, call, [EventTarget.prototype.addEventListener]);
export const removeListener: Listen = apply(bind, call, [
  EventTarget.prototype.removeEventListener,
]);

export function observerFor(
  listener: (records: readonly MutationRecord[]) => void,
): MutationObserver {
  return new Observer(listener);
}

export function observe(observer: MutationObserver, node: Node, what: MutationObserverInit): void {
  observeNode(observer, node, bare(what));
}

/** Reads the size of the picture; 0 until it is known. */
export const pictureWidthOf = captureReader(HTMLVideoElement.prototype, 'videoWidth');
export const pictureHeightOf = captureReader(HTMLVideoElement.prototype, 'videoHeight');
