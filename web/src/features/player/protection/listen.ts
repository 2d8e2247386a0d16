import {
  addListener,
  aside,
  each,
  firstOf,
  keptBy,
  type Listener,
  readerOf,
  removeListener,
} from './natives.ts';

/** The listeners on the window, called on the way down before any that a page has added since. */
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
  readonly name: string;
  readonly hear: Listener;
  next: Hearer | null;
}
type Hearers = Pick<Hearer, 'next'>;
const page = window;
/** Anything in the page that an event can be for. */
const ofPage: Hearers = { next: null };
const ofOne = keptBy<object, Hearers>();
const eventNameOf = readerOf(Event.prototype, 'type');
const eventTargetOf = readerOf(Event.prototype, 'target');

each(heardFirst, (name) => page.addEventListener(name, tell, true));

function tell(event: Event): void {
  const target = eventTargetOf(event);
  tellHearers(ofPage, event);
  const known = target === null ? undefined : ofOne.of(target);
  if (known !== undefined) tellHearers(known, event);
}

function tellHearers(hearers: Hearers, event: Event): void {
  const name = eventNameOf(event);
  for (let at = hearers.next; at !== null; at = at.next) {
    const { hear } = at;
    if (at.name === name) aside(() => hear(event));
  }
}

function hearersOf(target: object): Hearers {
  if (target === page || target === document) return ofPage;
  const known = ofOne.of(target);
  if (known !== undefined) return known;
  const made: Hearers = { next: null };
  ofOne.keep(target, made);
  return made;
}

/** Answers how it ends. */
function hearFirst(target: object, name: string, hear: Listener): () => void {
  const hearers = hearersOf(target);
  const hearer: Hearer = { name, hear, next: hearers.next };
  hearers.next = hearer;
  return () => {
    for (let at: Hearers | null = hearers; at !== null; at = at.next) {
      if (at.next === hearer) at.next = hearer.next;
    }
  };
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
  const isFirst = firstOf(heardFirst, (first) => first === name) !== undefined;
  const forget = isFirst ? hearFirst(target, name, hear) : null;
  addListener(target, name, hear, early);
  return () => {
    forget?.();
    removeListener(target, name, hear, early);
  };
}
