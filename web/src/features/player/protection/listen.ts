import { addListener, aside, each, type Listener, readerOf, removeListener } from './natives.ts';

/** What is heard on the window, on its way down, before any listener that a page has added since. */
const heardFirst = [
  'timeupdate',
  'play',
  'playing',
  'volumechange',
  'enterpictureinpicture',
  'fullscreenchange',
  'keydown',
];
interface Hearer {
  readonly target: object;
  readonly name: string;
  readonly hear: Listener;
  next: Hearer | null;
}
const page = window;
const hearers: Pick<Hearer, 'next'> = { next: null };
const eventNameOf = readerOf(Event.prototype, 'type');
const eventTargetOf = readerOf(Event.prototype, 'target');

each(heardFirst, (name) => window.addEventListener(name, tellHearers, true));

function tellHearers(event: Event): void {
  const name = eventNameOf(event);
  const meant = eventTargetOf(event);
  for (let at = hearers.next; at !== null; at = at.next) {
    const { target, hear } = at;
    if (at.name !== name) continue;
    if (target === meant || target === page || target === document) aside(() => hear(event));
  }
}

function forget(hearer: Hearer): void {
  for (let at: Pick<Hearer, 'next'> | null = hearers; at !== null; at = at.next) {
    if (at.next === hearer) at.next = hearer.next;
  }
}

/**
 * `early`: before it comes to what it is meant for. What a playback lives by is heard first of all, and
 * each event once. The answer ends it.
 */
export function listen(
  target: object,
  name: string,
  listener: Listener,
  early = false,
): () => void {
  let heard: Event | null = null;
  function hear(event: Event) {
    if (event === heard) return;
    heard = event;
    listener(event);
  }
  const hearer = { target, name, hear, next: hearers.next };
  hearers.next = hearer;
  addListener(target, name, hear, early);
  return () => {
    forget(hearer);
    removeListener(target, name, hear, early);
  };
}
