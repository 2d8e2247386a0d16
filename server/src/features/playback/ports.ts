import type { UserType } from '@prahari/contract';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Revocations } from '../auth/index.ts';
import type { Users } from '../users/index.ts';

export interface PlayableVideo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly durationSeconds: number;
  readonly mediaPrefix: string;
}

/** Who a signed path is for, and until when. */
export interface PathGrant {
  readonly videoId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** What playback rests on; compose.ts fills it. */
export interface PlaybackPorts {
  readonly sessionFacts: {
    /**
     * Never later than the end of the sign-in itself; null when the password was not confirmed for
     * watching, or the session is over.
     */
    videoAccessExpiresAt(sessionId: string): Promise<Date | null>;
  };
  readonly revocations: Pick<Revocations, 'isRevoked'>;
  readonly users: Pick<Users, 'findById'>;
  readonly videos: {
    /** Null when there is no such video for this viewer. */
    playableVideo(
      videoId: string,
      viewer: { readonly userId: string; readonly userType: UserType },
    ): Promise<PlayableVideo | null>;
    /** The manifest as it was packaged. */
    readManifest(video: PlayableVideo): Promise<string>;
    /** `/media/<token>`: what lies below it is that video's media. */
    signMediaPath(grant: PathGrant): string;
    posterPath(grant: PathGrant): string;
  };
  readonly drm: {
    verifyUserToken(userToken: string, caller: SessionCaller, videoId: string): Promise<boolean>;
  };
}
