import type { Auth } from '../auth/index.ts';
import type { Delivery } from '../delivery/index.ts';
import type { Drm } from '../drm/index.ts';
import type { Users } from '../users/index.ts';
import type { Videos } from '../videos/index.ts';

/** What playback needs from other features; filled by create-features.ts. */
export interface PlaybackPorts {
  readonly sessionFacts: Auth['sessionFacts'];
  readonly revocations: Pick<Auth['revocations'], 'isRevoked'>;
  readonly users: Pick<Users, 'nameOf' | 'visibleIds' | 'exportList' | 'requireVisibleLearner'>;
  readonly videos: Pick<
    Videos,
    | 'findPlayableVideo'
    | 'describePlayableVideo'
    | 'findViewersById'
    | 'describeViewer'
    | 'findLearnerVideo'
    | 'requireManagedVideo'
  > &
    Pick<Delivery, 'readManifest' | 'signMediaUrl' | 'signPosterUrl'>;
  readonly drm: Pick<
    Drm,
    | 'generateUserToken'
    | 'verifyUserToken'
    | 'listKeySystems'
    | 'describeKeySystems'
    | 'foreseeKeySystems'
    | 'protectManifest'
    | 'hasPersistenceLog'
  >;
}
