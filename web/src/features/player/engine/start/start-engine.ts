import type { Stream } from '@prahari/contract';
import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import { isFinished } from '../../../../domain/watching/watched-share.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { browserStorage } from '../../../../shared/storage/browser-storage.ts';
import { NO_PICTURE, rememberedPreferences } from '../../controls/preferences.ts';
import { noteLicencesOf } from '../../persistence/browser-persistence-log.ts';
import type { GrantedProtection } from '../../report/protection-report.ts';
import { createKeptSessions } from '../drm/kept-sessions.ts';
import { chooseKeySystem, type WantedAccess } from '../drm/key-system.ts';
import { accessTo, browserKeySystems } from '../drm/key-system-access.ts';
import { certificateOf, licenceAnswersOf } from '../drm/licence-answers.ts';
import { drmOf } from '../drm/shaka-drm.ts';
import { bufferingOf, followBuffering } from '../network/buffering.ts';
import { keepStreaming } from '../network/keep-streaming.ts';
import { createMediaPath } from '../network/media-path.ts';
import { readAhead } from '../network/read-ahead.ts';
import { RETRY_POLICY } from '../network/retry-policy.ts';
import { openSupply } from '../network/supply.ts';
import { explain, PlaybackFailure } from '../playback-failure.ts';
import { bridgeSeconds, heightsOf, type SegmentEndAt, trackFor } from '../quality/qualities.ts';
import { createSlides } from '../quality/slides.ts';
import { createSoundSwitch, manifestType } from '../quality/sound-alone.ts';
import { createSoundLanguages } from '../quality/sound-languages.ts';
import type { PlayerAtHand } from './player-at-hand.ts';

export interface Engine {
  /** The heights in pixels that can be chosen, the best first. */
  heights(): number[];
  /** Plays in this height, with null in what the network bears, with `NO_PICTURE` sound and slides. */
  chooseHeight(heightPixels: number | null): void;
  /** In which it can be heard (RFC 5646), and the one that plays. */
  languages(): { readonly list: readonly string[]; readonly playing: string | undefined };
  /** Plays in this language where there is one; with null in the lesson's first. */
  chooseLanguage(language: string | null): void;
  /** What was fetched so far, and what the quality that plays takes. */
  traffic(): { readonly bytes: number; readonly bitsPerSecond: number };
  /** What the key system granted, not what was asked for; null where nothing needed a key. */
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
  /** Called when playback breaks after it had started. */
  readonly onError: (error: unknown) => void;
  /** Called with true when the network is gone, and with false when pictures come in again. */
  readonly onInterrupted: (isInterrupted: boolean) => void;
}

/**
 * Loads the stream into the player at hand, paused, at the place where the learner left off, so
 * that the first picture is there before the click.
 * @throws ApiError when the server refused, PlaybackFailure otherwise.
 */
export async function startEngine(input: EngineInput): Promise<Engine> {
  const { atHand, stream, api, chosen, onError, onInterrupted } = input;
  const system = await chooseKeySystem(stream, browserKeySystems);
  if (!system) throw new PlaybackFailure('unsupported');
  const note = noteLicencesOf(api, stream);
  const keeps = system.keepsLicences;
  const licences = licenceAnswersOf(system.name, api, stream, { chosen, note, keeps });
  const wanted = { ...system, scheme: stream.encryption.scheme };
  const kept = createKeptSessions(stream, system.name, {
    api,
    storage: browserStorage,
    note,
    now: Date.now,
    chosen,
    hasSession: (sessionId) => hasSession(wanted, sessionId),
  });
  const certificate = certificateOf(api, system);
  const { library, player } = await atHand.ready;
  const supply = openSupply(library, stream, licences);
  const { chooseHeight, begin } = qualityOf(player, atHand.video);
  const { heightPixels, soundLanguage } = rememberedPreferences();
  const isSoundAlone = heightPixels === NO_PICTURE;
  const spoken = createSoundLanguages(player, soundLanguage);
  const path = createMediaPath(api, stream);
  const slides = createSlides({ video: atHand.video, path, stream });
  function destroy(): Promise<void> {
    slides.release();
    return player.destroy().finally(supply.release);
  }
  keepStreaming({ player, library, path, onError, onInterrupted });
  followBuffering(atHand.video, player, stream);
  readAhead({ api, stream, player, library, video: atHand.video });
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
    const drm = drmOf(system, supply.licenceAddress, await certificate, sessions);
    player.configure(configurationOf(stream, drm, isSoundAlone));
    await player.load(supply.manifestAddress, startOf(stream), manifestType);
  } catch (error) {
    await destroy();
    throw explain(error);
  }
  const sound = createSoundSwitch({
    player,
    video: atHand.video,
    manifestAddress: supply.manifestAddress,
    isSoundAlone,
    onError: (error) => onError(explain(error)),
    onLoaded: begin,
  });
  let heights = heightsOf(player.getVariantTracks());
  return {
    heights() {
      // Without the picture the library knows of none.
      if (!sound.isSoundAlone()) heights = heightsOf(player.getVariantTracks());
      return heights;
    },
    chooseHeight(heightPixels) {
      sound.choose(heightPixels === NO_PICTURE);
      slides.show(heightPixels === NO_PICTURE);
      if (heightPixels !== NO_PICTURE) chooseHeight(heightPixels);
    },
    languages: () => ({ list: spoken.list(), playing: spoken.playing() }),
    chooseLanguage: spoken.choose,
    traffic() {
      const { bytesDownloaded, streamBandwidth } = player.getStats();
      const besides = slides.traffic();
      const bitsOfSlides = sound.isSoundAlone() ? besides.bitsPerSecond : 0;
      return {
        bytes: sound.bytesBefore() + (bytesDownloaded || 0) + besides.bytes,
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

/** Adapting, or changing, before the first picture would fetch the same seconds twice and delay it. */
function qualityOf(player: shaka.Player, video: HTMLVideoElement) {
  let isBegun = false;
  let wanted: number | null = null;
  function apply() {
    const track = wanted === null ? undefined : trackFor(player.getVariantTracks(), wanted);
    player.configure('abr.enabled', track === undefined);
    if (!track) return;
    const bridge = bridgeSeconds(video.currentTime, segmentEndsOf(player));
    player.selectVariantTrack(track, true, bridge);
  }
  return {
    chooseHeight(heightPixels: number | null) {
      if (heightPixels === wanted) return;
      wanted = heightPixels;
      if (isBegun) apply();
    },
    /** The first picture is there. */
    begin() {
      isBegun = true;
      apply();
    },
  };
}

/** By the quality that plays; all have their segments at the same times. */
function segmentEndsOf(player: shaka.Player): SegmentEndAt {
  const playing = player.getVariantTracks().find(({ active }) => active);
  const variant = player.getManifest()?.variants.find(({ id }) => id === playing?.id);
  const index: shaka.extern.SegmentIndex | null | undefined = variant?.video?.segmentIndex;
  return (atSeconds) => {
    const position = index?.find(atSeconds) ?? null;
    return position === null ? null : (index?.get(position)?.getEndTime() ?? null);
  };
}

function startOf({ resumeAtSeconds, durationSeconds }: Stream): number {
  return isFinished(resumeAtSeconds, durationSeconds) ? 0 : resumeAtSeconds;
}

function configurationOf(stream: Stream, drm: ReturnType<typeof drmOf>, isSoundAlone: boolean) {
  const { segments, answers } = RETRY_POLICY;
  return {
    drm: { ...drm, retryParameters: answers },
    manifest: { retryParameters: answers, disableVideo: isSoundAlone },
    streaming: { ...bufferingOf(stream), retryParameters: segments },
    abr: { enabled: false },
    // How the line bears the lesson, with each request for a segment (CTA-5004). In headers: an
    // argument would make every address another one to the browser's cache.
    cmcd: {
      enabled: true,
      useHeaders: true,
      sessionId: stream.playbackSessionId,
      contentId: stream.videoId,
      includeKeys: ['bl', 'br', 'bs', 'mtp', 'ot', 'sid', 'su', 'tb'],
    },
  };
}

/**
 * Tells whether the browser still has the licence of a session that it kept, and it opens
 * something. Looked up before the library is told of it, which would wait for keys that never come.
 */
async function hasSession(wanted: WantedAccess, sessionId: string): Promise<boolean> {
  try {
    const access = await accessTo(wanted);
    const session = (await access.createMediaKeys()).createSession('persistent-license');
    const isThere = await session.load(sessionId);
    const isUsable = [...session.keyStatuses.values()].includes('usable');
    // It can be open once only, and is the library's next.
    if (isThere) await session.close();
    return isThere && isUsable;
  } catch {
    return false;
  }
}
