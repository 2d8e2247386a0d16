import type { Meta } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import { redactSecrets } from '../log/log.ts';

/** Builds `meta` of an answer; the path has no query, which may contain secrets. */
export function buildMeta(request: FastifyRequest, now: Date): Meta {
  return {
    timestamp: now.toISOString(),
    path: redactSecrets(request.url),
    correlationId: request.id,
  };
}
