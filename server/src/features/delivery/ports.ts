import type { SessionCaller } from '../../platform/http/caller.ts';
import type { MediaCookie, Revocations } from '../auth/index.ts';
import type { PlayerReport } from './cmcd.rules.ts';

/** What delivery asks of other features; compose.ts fills it. */
export interface DeliveryPorts {
  readonly mediaCookie: Pick<MediaCookie, 'name' | 'readSession'>;
  readonly revocations: Pick<Revocations, 'isRevoked' | 'onRevoked'>;
  /** Playback sessions that ended though their sign-in lives. */
  readonly stoppedPlayback: {
    isStopped(playbackId: string): boolean;
    onStopped(listener: (playbackId: string) => void): void;
  };
  /**
   * Is told of each request for a segment that was admitted; must be fast and never throw.
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
    /** It came with nothing that players and browsers send. */
    readonly isBare: boolean;
    /** It went out before it was told of. */
    readonly isSent?: boolean;
    /** What the player said with it, which may be untrue. */
    readonly report: PlayerReport | null;
  }): number;
  /** Finds a video; null when this caller may not see it, or it can't be played. */
  playableVideo(videoId: string, caller: SessionCaller): Promise<unknown>;
}
