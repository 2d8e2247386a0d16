import type { Stream } from '@prahari/contract';
import { namePlayback } from '../../../../domain/video-cache/name-playback.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { entrust } from '../../protection/protected-video.ts';
import { browserKeySystems } from '../drm/key-system-access.ts';
import type { Interruption } from '../network/keep-streaming.ts';
import type { OpenFiles } from '../network/local-addresses.ts';
import { createOwnScheme, openPlayback, openPlaybackAhead } from './open-playback.ts';
import { type Engine, startEngine, takePlayer } from './start-engine.ts';

type PlaybackApi = Pick<Api, 'call' | 'session'>;

/** The opened playback, with the engine that loads it. */
export interface BegunPlayback {
  readonly stream: Stream;
  readonly engine: BegunEngine;
}

export type Beginning =
  | { readonly kind: 'access-required' }
  | { readonly kind: 'begun'; readonly playback: BegunPlayback };

/** Longer than any page takes to appear; a playback that is unused by then is dropped. */
const waitMs = 10_000;
/** Far less than what was opened lives: where the learner left off is to be true at the click. */
const aheadMs = 60_000;
/** Between two openings ahead, so that a pointer that wanders over cards uses up no limit. */
const aheadPauseMs = 2_000;

/** How a video starts that the learner is about to choose. */
interface Taking {
  /** After an interruption: where the pictures stopped. */
  readonly leftAtSeconds?: number | null;
  /** Ends what plays elsewhere, where no more is allowed at the same time. */
  readonly takeOver?: boolean;
}

interface How {
  readonly ahead: boolean;
  readonly takeOver?: boolean;
  readonly leftAtSeconds?: number;
}

interface Waiting extends Pick<Choice, 'giveUp'> {
  readonly videoId: string;
  readonly userId: string | undefined;
  readonly beginning: Promise<Beginning>;
  /** Lets it fetch, and be played. */
  choose(): void;
  timer: ReturnType<typeof setTimeout>;
}

const openInOwnScheme = createOwnScheme(browserKeySystems);

let waiting: Waiting | undefined;
let openedAheadAtMs = Number.NEGATIVE_INFINITY;

/**
 * Opens a video that is likely to be chosen, so that a click need not wait for it
 * (`bench -- open-ahead`). Nothing is fetched and no other playback ended; what is not opened ahead is
 * opened at the click, which learns why it may not be played.
 */
export function openAhead(api: PlaybackApi, videoId: string): void {
  if (!api.session.isWatchConfirmed() || isWaiting(api, videoId)) return;
  if (Date.now() - openedAheadAtMs < aheadPauseMs) return;
  openedAheadAtMs = Date.now();
  const ahead = wait(api, videoId, { ahead: true });
  ahead.beginning.catch(() => {
    if (waiting === ahead) giveUpWaiting();
  });
}

/** Opens and loads at the click, while the page that will show it still renders. */
export function beginPlayback(api: PlaybackApi, videoId: string): void {
  const chosen = isWaiting(api, videoId) ? waiting : undefined;
  (chosen ?? wait(api, videoId, { ahead: false })).choose();
}

/**
 * Takes what was begun before this page was there, once, or begins; after an interruption it goes
 * on where the pictures stopped, in seconds, regardless of what was reported to the server.
 * @throws ApiError when the video may not be played.
 */
export async function takePlayback(
  api: PlaybackApi,
  videoId: string,
  { leftAtSeconds = null, takeOver = false }: Taking = {},
): Promise<Beginning> {
  if (leftAtSeconds === null && !takeOver) beginPlayback(api, videoId);
  else {
    const place = leftAtSeconds === null ? {} : { leftAtSeconds };
    wait(api, videoId, { ahead: false, takeOver, ...place }).choose();
  }
  const taken = waiting;
  if (!taken) throw new Error('nothing was begun');
  clearTimeout(taken.timer);
  waiting = undefined;
  return taken.beginning;
}

const NO_LISTENER = { onError: () => undefined, onInterrupted: () => undefined };

/** Frees what was begun and will not be shown. */
export function abandon(beginning: Beginning): void {
  if (beginning.kind === 'begun') beginning.playback.engine.hold(NO_LISTENER)();
}

/** Tells whether this video was started for the user who is signed in now. */
function isWaiting({ session }: PlaybackApi, videoId: string): boolean {
  return waiting?.videoId === videoId && waiting.userId === session.state().context?.user.id;
}

function wait(api: PlaybackApi, videoId: string, how: How): Waiting {
  giveUpWaiting();
  const { chosen, choose, giveUp } = createChoice();
  const beginning = begin(api, videoId, how, chosen);
  // The page that takes it learns of a refusal.
  beginning.catch(() => undefined);
  const one: Waiting = {
    videoId,
    userId: api.session.state().context?.user.id,
    beginning,
    giveUp,
    timer: setTimeout(giveUpWaiting, how.ahead ? aheadMs : waitMs),
    choose() {
      clearTimeout(one.timer);
      one.timer = setTimeout(giveUpWaiting, waitMs);
      choose();
    },
  };
  waiting = one;
  return one;
}

function giveUpWaiting(): void {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  // Ends everything that waits for the choice, and releases its resources.
  waiting.giveUp();
  waiting.beginning.then(abandon, () => undefined);
  waiting = undefined;
}

async function begin(
  api: PlaybackApi,
  videoId: string,
  how: How,
  chosen: Promise<void>,
): Promise<Beginning> {
  const { ahead, takeOver = false, leftAtSeconds } = how;
  const opening = await openInOwnScheme((schemes) =>
    ahead
      ? openPlaybackAhead(api, videoId, { schemes })
      : openPlayback(api, videoId, { takeOver, schemes }),
  );
  if (opening.kind === 'access-required') return opening;
  if (opening.kind === 'not-ahead') {
    await chosen;
    return begin(api, videoId, { ...how, ahead: false }, chosen);
  }
  const stream = setResumeAt(opening.stream, leftAtSeconds);
  const onOver = namePlayback(stream, api.session.state().context?.user.id);
  const engine = beginEngine(api, stream, chosen, { onOver });
  return { kind: 'begun', playback: { stream, engine } };
}

/** Begins to play a stream whose files this device has. */
export function beginFromFiles(
  api: Pick<Api, 'call'>,
  stream: Stream,
  openFiles: OpenFiles,
): BegunPlayback {
  return { stream, engine: beginEngine(api, stream, Promise.resolve(), { openFiles }) };
}

function setResumeAt(stream: Stream, leftAtSeconds: number | undefined): Stream {
  return leftAtSeconds === undefined ? stream : { ...stream, resumeAtSeconds: leftAtSeconds };
}

interface EngineListener {
  /** Playback broke after it had started. */
  onError(error: unknown): void;
  /** The network or the server is waited for, or (null) pictures come in again. */
  onInterrupted(interruption: Interruption | null): void;
}

/** An engine that is being created, in a video element that the stage shows when it is ready. */
export interface BegunEngine {
  readonly video: HTMLVideoElement;
  /** Rejects with an ApiError when the server refused, with a PlaybackFailure otherwise. */
  readonly started: Promise<Engine>;
  /** @returns to be called at the end; an engine without holders is destroyed. */
  hold(listener: EngineListener): () => void;
}

interface HowToLoad {
  /** Of a copy on this device. */
  readonly openFiles?: OpenFiles;
  /** Called when no one holds the engine any more. */
  readonly onOver?: () => void;
}

/**
 * Starts to load the opened playback, whether or not its page has been rendered. Before it is
 * chosen, everything is prepared and nothing fetched.
 */
function beginEngine(
  api: Pick<Api, 'call'>,
  stream: Stream,
  chosen: Promise<void>,
  { openFiles, onOver }: HowToLoad,
): BegunEngine {
  const atHand = takePlayer();
  entrust(atHand.video, stream);
  const listeners = new Set<EngineListener>();
  let broken: { readonly error: unknown } | undefined;
  const started = startEngine({
    atHand,
    stream,
    api,
    chosen,
    openFiles,
    onError(error) {
      broken = { error };
      for (const listener of listeners) listener.onError(error);
    },
    onInterrupted(interruption) {
      for (const listener of listeners) listener.onInterrupted(interruption);
    },
  });
  // Its holder learns of the failure.
  started.catch(() => undefined);

  function destroyUnlessHeld() {
    if (listeners.size > 0) return;
    onOver?.();
    // Without its player a start breaks off, and cleans up after itself.
    atHand.ready
      .then(({ player }) => player.destroy())
      .then(() => started)
      .then((engine) => engine.destroy())
      .catch(() => undefined);
  }

  return {
    video: atHand.video,
    started,
    hold(listener) {
      listeners.add(listener);
      // It may have broken before its page was there.
      if (broken) listener.onError(broken.error);
      return () => {
        listeners.delete(listener);
        // React's strict mode lets go and takes hold again at once.
        setTimeout(destroyUnlessHeld, 0);
      };
    },
  };
}

/** Whether the user chose to watch what was opened: settled once. */
interface Choice {
  /** Rejects when it is given up; listening is optional. */
  readonly chosen: Promise<void>;
  choose(): void;
  giveUp(): void;
}

export function createChoice(): Choice {
  let choose: () => void = () => undefined;
  let giveUp = choose;
  const chosen = new Promise<void>((resolve, reject) => {
    choose = resolve;
    giveUp = () => reject(new Error('the user did not choose to watch it'));
  });
  chosen.catch(() => undefined);
  return { chosen, choose, giveUp };
}
