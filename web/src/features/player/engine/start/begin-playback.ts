import type { Stream } from '@prahari/contract';
import { browserKeySystems } from '../../../../domain/key-systems/key-system-access.ts';
import { namePlayback } from '../../../../domain/video-cache/name-playback.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import type { KeptValues } from '../../../../shared/storage/browser-storage.ts';
import { entrust } from '../../protection/protected-video.ts';
import type { Interruption } from '../network/keep-streaming.ts';
import type { OpenFiles } from '../network/local-addresses.ts';
import { createBegunAhead } from './begun-ahead.ts';
import { createOwnScheme, openPlayback, openPlaybackAhead } from './open-playback.ts';
import { type Engine, startEngine, takePlayer } from './start-engine.ts';
import { createStartMeasure, type StartMeasure } from './start-measure.ts';

type PlaybackApi = Pick<Api, 'call' | 'session'>;

/** The opened playback, with the engine that loads it. */
export interface BegunPlayback {
  readonly stream: Stream;
  readonly engine: BegunEngine;
  /** What its start waits for. */
  readonly start: StartMeasure;
}

export type Beginning =
  | { readonly kind: 'access-required' }
  | { readonly kind: 'begun'; readonly playback: BegunPlayback };

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

const openInOwnScheme = createOwnScheme(browserKeySystems);

const waiting = createBegunAhead<Beginning>(abandon);
let openedAheadAtMs = Number.NEGATIVE_INFINITY;

/**
 * Opens a video that is likely to be chosen, so that a click need not wait for it
 * (`bench -- open-ahead`). Nothing is fetched and no other playback ended; what is not opened ahead is
 * opened at the click, which learns why it may not be played.
 */
export function openAhead(api: PlaybackApi, videoId: string): void {
  const key = keyOf(api, videoId);
  if (!api.session.isWatchConfirmed() || waiting.isWaiting(key)) return;
  if (Date.now() - openedAheadAtMs < aheadPauseMs) return;
  openedAheadAtMs = Date.now();
  waiting.beginAhead(key, (chosen) => begin(api, videoId, { ahead: true }, measureStart(chosen)));
}

/** Opens and loads at the click, while the page that will show it still renders. */
export function beginPlayback(api: PlaybackApi, videoId: string): void {
  const key = keyOf(api, videoId);
  if (waiting.choose(key)) return;
  waiting.beginChosen(key, (chosen) => begin(api, videoId, { ahead: false }, measureStart(chosen)));
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
    const how = { ahead: false, takeOver, ...place };
    waiting.beginChosen(keyOf(api, videoId), (chosen) =>
      begin(api, videoId, how, measureStart(chosen)),
    );
  }
  return waiting.take();
}

const NO_LISTENER = { onError: () => undefined, onInterrupted: () => undefined };

/** Frees what was begun and will not be shown. */
export function abandon(beginning: Beginning): void {
  if (beginning.kind === 'begun') beginning.playback.engine.hold(NO_LISTENER)();
}

/** What was begun for one user is nothing for the next. */
const keyOf = ({ session }: PlaybackApi, videoId: string) =>
  `${session.state().context?.user.id} ${videoId}`;

/** The click that is waited for, and what it then waits for. */
interface Click {
  readonly chosen: Promise<void>;
  readonly start: StartMeasure;
}

function measureStart(chosen: Promise<void>): Click {
  const start = createStartMeasure();
  chosen.then(
    () => start.choose(),
    () => undefined,
  );
  return { chosen, start };
}

async function begin(
  api: PlaybackApi,
  videoId: string,
  how: How,
  click: Click,
): Promise<Beginning> {
  const { ahead, takeOver = false, leftAtSeconds } = how;
  const opening = await openInOwnScheme((schemes) =>
    ahead
      ? openPlaybackAhead(api, videoId, { schemes })
      : openPlayback(api, videoId, { takeOver, schemes }),
  );
  if (opening.kind === 'access-required') return opening;
  if (opening.kind === 'not-ahead') {
    await click.chosen;
    return begin(api, videoId, { ...how, ahead: false }, click);
  }
  click.start.reach('answer');
  const stream = setResumeAt(opening.stream, leftAtSeconds);
  const onOver = namePlayback(stream, api.session.state().context?.user.id);
  const engine = beginEngine(api, stream, click, { onOver });
  return { kind: 'begun', playback: { stream, engine, start: click.start } };
}

/** Begins to play a stream whose files this device has; nothing of it plays before it is chosen. */
export function beginFromFiles(
  api: Pick<Api, 'call'>,
  stream: Stream,
  chosen: Promise<void>,
  files: Required<HowToLoad>,
): BegunPlayback {
  // Its start is never told: what was opened is counted where the copy was made, once for all views.
  const start = createStartMeasure();
  return { stream, engine: beginEngine(api, stream, { chosen, start }, files), start };
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
  /** Where what leads to kept licences is remembered; left out, in this browser. */
  readonly keptLicences?: KeptValues;
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
  { chosen, start }: Click,
  { openFiles, keptLicences, onOver }: HowToLoad,
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
    start,
    openFiles,
    keptLicences,
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
