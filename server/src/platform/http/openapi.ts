import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiVersion, basePath } from '@prahari/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Collects the routes that are bound after it into an OpenAPI 3.1 document. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Prahari',
        version: apiVersion,
        description:
          'Every answer is `{data, meta}` or `{error, meta}`. Calls that need a device carry a DPoP proof (RFC 9449); see docs/api.md.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          dpop: { type: 'http', scheme: 'DPoP', description: 'Access token with a DPoP proof' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
}

/** Serves the document, and a page to read it by. */
export async function serveApiDescription(app: FastifyInstance): Promise<void> {
  app.get(`${basePath}/openapi.json`, { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  await app.register(swaggerUi, { routePrefix: `${basePath}/docs`, staticCSP: true });
}
