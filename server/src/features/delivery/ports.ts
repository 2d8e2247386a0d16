import type { SessionCaller } from '../../platform/http/caller.ts';
import type { MediaCookie, Revocations } from '../auth/index.ts';
import type { PlayerReport } from './cmcd.rules.ts';

/** What delivery needs from other features; filled by create-features.ts. */
export interface DeliveryPorts {
  readonly mediaCookie: Pick<MediaCookie, 'name' | 'readSession'>;
  readonly revocations: Pick<Revocations, 'isRevoked' | 'onRevoked'>;
  /** Playback sessions that ended though their sign-in lives. */
  readonly playbackRevocations: {
    isRevoked(playbackId: string): boolean;
    onRevoked(listener: (playbackId: string) => void): void;
  };
  /**
   * Is called for each admitted request for a segment; must be fast and never throw.
   * @returns seconds that the answer has to wait; Infinity: it is refused for now
   */
  onSegment(request: {
    readonly sessionId: string;
    readonly videoId: string;
    readonly playbackId: string;
    /** `v720`, `audio`. */
    readonly folder: string;
    /** Along the video, from 1; 0 for what comes before the first. */
    readonly number: number;
    /** It had no header that players and browsers send. */
    readonly isBare: boolean;
    /** Whether nginx sent it already. */
    readonly isSent?: boolean;
    /** What the player sent with it, which may be untrue. */
    readonly report: PlayerReport | null;
  }): number;
  /** Finds a video; null when this caller may not see it, or it can't be played. */
  playableVideo(videoId: string, caller: SessionCaller): Promise<unknown>;
}
