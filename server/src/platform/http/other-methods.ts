import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { AppError } from '../errors/app-error.ts';

/**
 * Refuses a method that a known path does not have (RFC 9110, section 15.5.6), before a body is read
 * and before anybody is asked who they are: the answer says nothing about who may call. Routes that
 * are added after it count.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  { maxParamLength }: { maxParamLength: number },
): void {
  const paths = findMyWay({ maxParamLength });
  const methods = new Set<HTTPMethod>();
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat().filter(isMethod)) {
      methods.add(each);
      if (!paths.hasRoute(each, url)) paths.on(each, url, () => undefined);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const allowed = [...methods].filter((method) => paths.find(method, request.url));
    if (allowed.length === 0) return;
    reply.header('allow', allowed.sort().join(', '));
    throw new AppError('INVALID_VALUE', 'This address does not have that method.', {
      status: 405,
      reason: 'method_not_allowed',
    });
  });
}

function isMethod(name: string): name is HTTPMethod {
  return METHODS.includes(name);
}
