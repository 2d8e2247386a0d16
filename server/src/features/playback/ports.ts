import type { Auth } from '../auth/index.ts';
import type { Delivery } from '../delivery/index.ts';
import type { Drm } from '../drm/index.ts';
import type { Users } from '../users/index.ts';
import type { Videos } from '../videos/index.ts';

/** What playback rests on; compose.ts fills it. */
export interface PlaybackPorts {
  readonly sessionFacts: Auth['sessionFacts'];
  readonly revocations: Pick<Auth['revocations'], 'isRevoked'>;
  readonly users: Pick<Users, 'nameOf' | 'visibleIds' | 'exportList'>;
  readonly videos: {
    readonly playableVideo: Videos['findPlayableVideo'];
    readonly playable: Videos['describePlayableVideo'];
    readonly onlookersById: Videos['findViewersById'];
  } & Pick<Delivery, 'readManifest' | 'signMediaUrl' | 'signPosterUrl'>;
  readonly drm: Pick<
    Drm,
    | 'verifyUserToken'
    | 'listKeySystems'
    | 'describeKeySystems'
    | 'protectManifest'
    | 'hasPersistenceLog'
  >;
}
