import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { basePath } from '@prahari/contract';
import type { FastifyInstance } from 'fastify';
import { describeApi } from './openapi/describe-api.ts';
import { trustedHtmlScript } from './openapi/trusted-html.ts';
import { apiPagesPolicy } from './security-headers.ts';

/**
 * Serves the description of the API, and a page to read it by.
 * @param besides addresses that are no calls of the contract, as OpenAPI describes them
 */
export async function serveApiDescription(
  app: FastifyInstance,
  besides: Readonly<Record<string, object>>,
): Promise<void> {
  const document = describeApi(besides);
  app.get(`${basePath}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document),
  );
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: `${basePath}/docs`,
    staticCSP: apiPagesPolicy,
    theme: { js: [{ filename: 'trusted-html.js', content: trustedHtmlScript }] },
  });
}
