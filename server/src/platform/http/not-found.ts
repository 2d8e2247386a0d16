import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import { buildErrorBody } from './app.ts';

/**
 * Answers unknown addresses: with JSON beside the calls, probes and files of the server, with the
 * web app elsewhere.
 */
export function answerUnknownAddresses(
  app: FastifyInstance,
  deps: { clock: Clock; sendWebApp: ((reply: FastifyReply) => FastifyReply) | undefined },
): void {
  app.setNotFoundHandler((request, reply) => {
    if (deps.sendWebApp && isPage(request)) return deps.sendWebApp(reply);
    const error = new AppError('RESOURCE_NOT_FOUND', 'The requested resource was not found.');
    return reply
      .code(404)
      .type('application/json; charset=utf-8')
      .send(buildErrorBody(error, request, deps.clock.now()));
  });
}

/** Paths below these are never pages. */
const ours = /^\/(?:api|media|assets|health|metrics|version)(?:[/?]|$)/;

function isPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !ours.test(request.url);
}
