import type { EncryptionScheme } from '@prahari/contract';
import type { Trx } from '../../platform/db/database.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { ClientTraits } from '../../platform/http/request-facts.ts';
import type { VisibleIds } from '../users/index.ts';
import type { CallerRights } from '../videos/index.ts';
import type { LicencePolicy, QualityClass } from './licences/licence-policy.rules.ts';

export interface ContentKey {
  readonly videoId: string;
  readonly qualityClass: QualityClass;
  readonly scheme: EncryptionScheme;
  /** 16 bytes. */
  readonly keyId: Uint8Array;
  /** 16 bytes, unsealed. */
  readonly key: Uint8Array;
}

/** Why a playback session can't be used: `over` also for other users than its own. */
export type PlaybackEnd = 'over' | 'moved' | 'terminated';

/** What drm needs from other features; filled by create-features.ts. */
export interface DrmPorts {
  readonly sessionFacts: {
    /**
     * Returns until when the password counts as confirmed; null when it was not confirmed for
     * watching from there, or the session is over.
     */
    videoAccessExpiresAt(sessionId: string, traits: ClientTraits): Promise<Date | null>;
  };
  /** Finds a video; null when there is none for this viewer. */
  playableVideo(videoId: string, viewer: CallerRights): Promise<{ readonly id: string } | null>;
  /** Finds those of these keys that exist, for all videos. */
  findKeys(keyIds: readonly Buffer[]): Promise<readonly ContentKey[]>;
  /** Reads all keys of a video whose media is at that revision, of all its schemes. */
  contentKeys(
    videoId: string,
    mediaRevision: number,
  ): Promise<readonly Omit<ContentKey, 'videoId'>[]>;
  /**
   * Finds a live playback session: this very caller opened it, everything that it depends on is
   * live, and the password was confirmed for watching from there.
   */
  findConfirmedPlayback(
    playbackSessionId: string,
    caller: SessionCaller,
    traits: ClientTraits,
  ): Promise<LivePlaybackFacts | { readonly end: PlaybackEnd }>;
  /**
   * Finds the playback session of a caller who names only a video: the open one of the caller's
   * sign-in; otherwise the latest, which says why it is over; null if there was none.
   * @throws AppError playback_session_unclear where several are open
   */
  findSolePlayback(caller: SessionCaller, videoId: string): Promise<string | null>;
  nameOf: NameOf;
  readonly visibleIds: VisibleIds;
  /** Tells whether a playback session was opened with it. */
  isUserTokenUsed(userTokenId: string): Promise<boolean>;
  /** Starts a playback opened ahead of a click, with its first licence. */
  startPlayback(playback: {
    readonly id: string;
    readonly sessionId: string;
    readonly userId: string;
    readonly videoId: string;
  }): Promise<void>;
}

export type NameOf = (trx: Trx, userId: string) => Promise<string | undefined>;

/** A playback session that may continue. */
export interface LivePlaybackFacts {
  readonly end: null;
  readonly videoId: string;
  readonly video: { readonly mediaRevision: number };
  readonly policy: LicencePolicy;
  /** Keys of the other scheme are not released to it. */
  readonly scheme: EncryptionScheme;
  readonly expiresAt: Date;
  /** Where it fetches a copy: when that ends. */
  readonly copyEndsAt: Date | null;
  /** False while it is only open ahead of a click. */
  readonly isStarted: boolean;
}
