import type { Stream } from '@prahari/contract';
import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import { chooseKeySystem } from '../../../../domain/key-systems/key-system.ts';
import {
  browserKeySystems,
  hasKeptSession,
} from '../../../../domain/key-systems/key-system-access.ts';
import { isFinished } from '../../../../domain/watching/watched-share.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { browserStorage, type KeptValues } from '../../../../shared/storage/browser-storage.ts';
import { NO_PICTURE, rememberedPreferences } from '../../controls/preferences.ts';
import { createLicenceNotes } from '../../persistence/browser-persistence-log.ts';
import { createProtectedVideo } from '../../protection/protected-video.ts';
import type { GrantedProtection } from '../../report/protection-report.ts';
import { createKeptSessions } from '../drm/kept-sessions.ts';
import { createLicenceAnswers, fetchCertificate } from '../drm/licence-requests.ts';
import { buildDrmConfiguration } from '../drm/shaka-drm.ts';
import { followBuffering, planBuffering } from '../network/buffering.ts';
import { type Interruption, keepStreaming } from '../network/keep-streaming.ts';
import { type OpenFiles, openLocalAddresses } from '../network/local-addresses.ts';
import { createMediaPath } from '../network/media-path.ts';
import { readAhead } from '../network/read-ahead.ts';
import { RETRY_POLICY } from '../network/retry-policy.ts';
import { explain, PlaybackFailure } from '../playback-failure.ts';
import { createAudioLanguages } from '../quality/audio-languages.ts';
import { createAudioOnlySwitch, manifestType } from '../quality/audio-only.ts';
import { createQualityChoice, listHeights } from '../quality/renditions.ts';
import { createSlides } from '../quality/slides.ts';
import { fetchPlayerLibrary } from './fetch-player-library.ts';
import type { StartMeasure } from './start-measure.ts';

interface Player {
  readonly library: typeof shaka;
  readonly player: shaka.Player;
}

/** A video element that is on no page yet, with a player that only waits for something to load. */
export interface PlayerAtHand {
  readonly video: HTMLVideoElement;
  /** Rejects with a PlaybackFailure where this browser can't play. */
  readonly ready: Promise<Player>;
}

let waiting: PlayerAtHand | undefined;

/** Makes a player before anything is known of what it will play: that costs a good part of a start. */
export function preparePlayer(): void {
  waiting ??= makePlayer();
}

/** Takes the prepared player, once, or makes a new one. */
export function takePlayer(): PlayerAtHand {
  const taken = waiting ?? makePlayer();
  waiting = undefined;
  return taken;
}

function makePlayer(): PlayerAtHand {
  const video = createProtectedVideo();
  const ready = createPlayerIn(video);
  const made = { video, ready };
  ready.catch(() => {
    // Its holder learns of the failure; the next one tries again.
    if (waiting === made) waiting = undefined;
  });
  return made;
}

async function createPlayerIn(video: HTMLVideoElement): Promise<Player> {
  const library = await loadPlayerLibrary();
  library.polyfill.installAll();
  if (!canPlayProtected(library)) throw new PlaybackFailure('unsupported');
  const player = new library.Player();
  await player.attach(video);
  return { library, player };
}

/** Without EME the library would load what it can't decrypt, and wait for ever. */
function canPlayProtected({ Player }: typeof shaka): boolean {
  return Player.isBrowserSupported() && 'requestMediaKeySystemAccess' in navigator;
}

/** @throws PlaybackFailure when it can't be fetched; the next call tries again. */
async function loadPlayerLibrary(): Promise<typeof shaka> {
  try {
    return (await fetchPlayerLibrary()).default;
  } catch (error) {
    throw new PlaybackFailure('library', error);
  }
}

export interface Engine {
  /** The heights in pixels that can be chosen, the best first. */
  heights(): number[];
  /**
   * Plays in this height; with null, as the network allows; with `NO_PICTURE`, sound and slides.
   */
  chooseHeight(heightPixels: number | null): void;
  /** Lists the audio languages (RFC 5646) and the one that plays. */
  languages(): { readonly list: readonly string[]; readonly playing: string | undefined };
  /** Plays in this language where there is one; with null in the video's first. */
  chooseLanguage(language: string | null): void;
  /** The bytes fetched so far, and the rate of the current quality. */
  traffic(): { readonly bytes: number; readonly bitsPerSecond: number };
  /** What the key system granted, not what was requested; null if no key was needed. */
  granted(): GrantedProtection | null;
  /** Those of the video element. */
  keys(): MediaKeys | null;
  destroy(): Promise<void>;
}

export interface EngineInput {
  readonly atHand: PlayerAtHand;
  readonly stream: Stream;
  readonly api: Pick<Api, 'call'>;
  /** Until then nothing is fetched, and no licence asked for. */
  readonly chosen: Promise<void>;
  readonly start: Pick<StartMeasure, 'reach'>;
  /** Gives files that no server has; left out, all come from there. */
  readonly openFiles?: OpenFiles | undefined;
  /** Where what leads to kept licences is remembered; left out, in this browser. */
  readonly keptLicences?: KeptValues | undefined;
  /** Called when playback breaks after it had started. */
  readonly onError: (error: unknown) => void;
  /** Called with what is waited for, and with null when pictures come in again. */
  readonly onInterrupted: (interruption: Interruption | null) => void;
}

/**
 * Loads the stream into the given player, paused, at the position where the learner left off, so
 * that the first picture is there before the click.
 * @throws ApiError when the server refused, PlaybackFailure otherwise.
 */
export async function startEngine(input: EngineInput): Promise<Engine> {
  const { atHand, stream, api, chosen, start, openFiles, onError, onInterrupted } = input;
  const { keptLicences = browserStorage } = input;
  const system = await chooseKeySystem(stream, browserKeySystems);
  if (!system) throw new PlaybackFailure('unsupported');
  const note = createLicenceNotes(api, stream);
  const keeps = system.keepsLicences;
  const licences = createLicenceAnswers(system.name, api, stream, { chosen, note, keeps });
  const wanted = { ...system, scheme: stream.encryption.scheme };
  const kept = createKeptSessions(stream, system.name, {
    api,
    storage: keptLicences,
    note,
    now: Date.now,
    chosen,
    hasSession: (sessionId) => hasKeptSession(wanted, sessionId),
  });
  const certificate = fetchCertificate(api, system);
  const { library, player } = await atHand.ready;
  const local = openLocalAddresses(library, stream, licences);
  const closeFiles = openFiles?.(library);
  const { chooseHeight, begin } = createQualityChoice(player, atHand.video);
  const { heightPixels, soundLanguage } = rememberedPreferences();
  const isAudioOnly = heightPixels === NO_PICTURE;
  const audioLanguages = createAudioLanguages(player, soundLanguage);
  const path = createMediaPath(api, stream);
  const slides = createSlides({ video: atHand.video, path, stream });
  function destroy(): Promise<void> {
    slides.release();
    return player.destroy().finally(() => {
      local.release();
      closeFiles?.();
    });
  }
  keepStreaming({ player, library, path, onError, onInterrupted });
  followBuffering(atHand.video, player, stream);
  readAhead({ api, stream, player, library, video: atHand.video });
  followStart(start, { player, library, video: atHand.video });
  const { RequestType } = library.net.NetworkingEngine;
  // Here and not later: the clocks of time limits do not run yet.
  player
    .getNetworkingEngine()
    ?.registerRequestFilter((type) => (type === RequestType.MANIFEST ? undefined : chosen));
  try {
    atHand.video.addEventListener('loadeddata', begin, { once: true });
    const sessions = keeps ? await kept.toLoad() : [];
    if (keeps) {
      player.addEventListener('drmsessionupdate', () =>
        kept.remember(player.getActiveSessionsMetadata()),
      );
    }
    const drm = buildDrmConfiguration(system, local.licenceAddress, await certificate, sessions);
    player.configure(buildConfiguration(stream, drm, isAudioOnly));
    await player.load(local.manifestAddress, decideStartSeconds(stream), manifestType);
  } catch (error) {
    await destroy();
    throw explain(error);
  }
  const audioOnly = createAudioOnlySwitch({
    player,
    video: atHand.video,
    manifestAddress: local.manifestAddress,
    isAudioOnly,
    onError: (error) => onError(explain(error)),
    onLoaded: begin,
  });
  let heights = listHeights(player.getVariantTracks());
  return {
    heights() {
      // Without the picture the library knows of none.
      if (!audioOnly.isAudioOnly()) heights = listHeights(player.getVariantTracks());
      return heights;
    },
    chooseHeight(heightPixels) {
      audioOnly.choose(heightPixels === NO_PICTURE);
      slides.show(heightPixels === NO_PICTURE);
      if (heightPixels !== NO_PICTURE) chooseHeight(heightPixels);
    },
    languages: () => ({ list: audioLanguages.list(), playing: audioLanguages.playing() }),
    chooseLanguage: audioLanguages.choose,
    traffic() {
      const { bytesDownloaded, streamBandwidth } = player.getStats();
      const besides = slides.traffic();
      const bitsOfSlides = audioOnly.isAudioOnly() ? besides.bitsPerSecond : 0;
      return {
        bytes: audioOnly.bytesBefore() + (bytesDownloaded || 0) + besides.bytes,
        bitsPerSecond: (streamBandwidth || 0) + bitsOfSlides,
      };
    },
    granted() {
      const info = player.drmInfo();
      if (info === null) return null;
      const { keySystem, videoRobustness, audioRobustness } = info;
      return { keySystem, videoRobustness, audioRobustness };
    },
    keys: () => atHand.video.mediaKeys,
    destroy,
  };
}

/** Notes when each part of the start is there. */
function followStart(
  start: Pick<StartMeasure, 'reach'>,
  { player, library, video }: Player & { readonly video: HTMLVideoElement },
): void {
  const { AdvancedRequestType } = library.net.NetworkingEngine;
  player.addEventListener('manifestparsed', () => start.reach('manifest'));
  // The key system has the licence.
  player.addEventListener('drmsessionupdate', () => start.reach('licence'));
  const arrived = new Set<string>();
  player.getNetworkingEngine()?.registerResponseFilter((_type, _response, context) => {
    const kind = context?.stream?.type;
    const isMedia = context?.type === AdvancedRequestType.MEDIA_SEGMENT;
    if (!isMedia || kind === undefined || arrived.has(kind)) return;
    arrived.add(kind);
    // Of text nothing is waited for.
    if (kind !== 'text') start.reach('segments');
  });
  video.addEventListener('loadeddata', () => start.reach('picture'), { once: true });
}

function decideStartSeconds({ resumeAtSeconds, durationSeconds }: Stream): number {
  return isFinished(resumeAtSeconds, durationSeconds) ? 0 : resumeAtSeconds;
}

function buildConfiguration(
  stream: Stream,
  drm: ReturnType<typeof buildDrmConfiguration>,
  isAudioOnly: boolean,
) {
  const { segments, answers } = RETRY_POLICY;
  return {
    drm: { ...drm, retryParameters: answers },
    manifest: { retryParameters: answers, disableVideo: isAudioOnly },
    streaming: { ...planBuffering(stream), retryParameters: segments },
    abr: { enabled: false },
    // Reports playback metrics with each request for a segment (CTA-5004). In headers: a query
    // argument would make every address different for the browser's cache.
    cmcd: {
      enabled: true,
      useHeaders: true,
      sessionId: stream.playbackSessionId,
      contentId: stream.videoId,
      includeKeys: ['bl', 'br', 'bs', 'mtp', 'ot', 'sid', 'su', 'tb'],
    },
  };
}
