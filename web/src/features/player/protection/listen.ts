import {
  addListener,
  aside,
  captureReader,
  createWeakStore,
  each,
  firstOf,
  type Listener,
  removeListener,
} from './natives.ts';

/** Events that the window captures, before any listener that a page added later. */
const capturedFirst = [
  'timeupdate',
  'play',
  'playing',
  'volumechange',
  'enterpictureinpicture',
  'fullscreenchange',
  'keydown',
];
interface Entry {
  readonly name: string;
  readonly listener: Listener;
  next: Entry | null;
}
type Entries = Pick<Entry, 'next'>;
const page = window;
/** Listeners for any target in the page. */
const entriesOfPage: Entries = { next: null };
/** Listeners for one target. */
const entriesByTarget = createWeakStore<object, Entries>();
const readName = captureReader(Event.prototype, 'type');
const readTarget = captureReader(Event.prototype, 'target');

each(capturedFirst, (name) => page.addEventListener(name, dispatch, true));

function dispatch(event: Event): void {
  const target = readTarget(event);
  callListeners(entriesOfPage, event);
  const known = target === null ? undefined : entriesByTarget.of(target);
  if (known !== undefined) callListeners(known, event);
}

function callListeners(entries: Entries, event: Event): void {
  const name = readName(event);
  for (let at = entries.next; at !== null; at = at.next) {
    const { listener } = at;
    if (at.name === name) aside(() => listener(event));
  }
}

function findEntries(target: object): Entries {
  if (target === page || target === document) return entriesOfPage;
  const known = entriesByTarget.of(target);
  if (known !== undefined) return known;
  const created: Entries = { next: null };
  entriesByTarget.keep(target, created);
  return created;
}

/** @returns removes the listener */
function captureFirst(target: object, name: string, listener: Listener): () => void {
  const entries = findEntries(target);
  const entry: Entry = { name, listener, next: entries.next };
  entries.next = entry;
  return () => {
    for (let at: Entries | null = entries; at !== null; at = at.next) {
      if (at.next === entry) at.next = entry.next;
    }
  };
}

/**
 * Listens for an event of `target`, each event once. Events that a playback depends on are captured
 * before any other listener.
 * @param early in the capture phase, before the event reaches its target
 * @returns removes the listener
 */
export function listen(
  target: object,
  name: string,
  listener: Listener,
  early = false,
): () => void {
  let last: Event | null = null;
  function callOnce(event: Event) {
    if (event === last) return;
    last = event;
    listener(event);
  }
  const isFirst = firstOf(capturedFirst, (first) => first === name) !== undefined;
  const forget = isFirst ? captureFirst(target, name, callOnce) : null;
  addListener(target, name, callOnce, early);
  return () => {
    forget?.();
    removeListener(target, name, callOnce, early);
  };
}
