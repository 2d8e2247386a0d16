import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock/clock.ts';
import { createObjectCache } from '../../../platform/storage/object-cache.ts';
import type { ObjectStorage } from '../../../platform/storage/storage.ts';
import { posterName } from '../media-prefix.rules.ts';
import type { VideosPorts } from '../ports.ts';
import { bindDeliveryRoutes } from './delivery.routes.ts';
import { createPathTokens } from './path-token.rules.ts';

/** Whose session a signed path is for, and until when. */
export interface SignedPathRequest {
  readonly videoId: string;
  readonly sessionId: string;
  /** At most an hour ahead: ended sessions are remembered for so long. */
  readonly expiresAt: Date;
}

export interface DeliveryFeatureDeps extends Pick<VideosPorts, 'watchPass' | 'revocations'> {
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly deliveryKey: Uint8Array;
  readonly cacheBytes: number;
}

/** Signed paths, and what is served below them. */
export function createDelivery(deps: DeliveryFeatureDeps) {
  const tokens = createPathTokens(deps.deliveryKey);
  return {
    bindRoutes(app: FastifyInstance): void {
      const objects = createObjectCache(deps.storage, deps.cacheBytes);
      bindDeliveryRoutes(app, { ...deps, tokens, objects });
    },
    /** `/media/<token>`; init and media segments of that video lie below it. */
    signMediaPath(request: SignedPathRequest): string {
      return `/media/${tokens.sign({ ...request, kind: 'media' })}`;
    },
    /** The whole address of the poster. */
    posterPath(request: SignedPathRequest): string {
      return `/media/${tokens.sign({ ...request, kind: 'poster' })}/${posterName}`;
    },
  };
}
