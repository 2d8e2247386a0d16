import type { Meta } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import { withoutSecrets } from '../log/log.ts';

/** `meta` of an answer; the path goes without query, which may carry secrets. */
export function metaOf(request: FastifyRequest, now: Date): Meta {
  return {
    timestamp: now.toISOString(),
    path: withoutSecrets(request.url),
    correlationId: request.id,
  };
}
