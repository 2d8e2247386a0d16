import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { documentPolicy } from './security-headers.ts';

/** In the built page: replaced by a new nonce in every answer. */
const noncePlace = /__CSP_NONCE__/g;

/**
 * Serves the built web app: hashed assets, and the page itself with a fresh nonce.
 * @returns how to answer with the page, or undefined when there is no build
 */
export async function serveWebApp(
  app: FastifyInstance,
  distDir: string,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  const indexFile = path.join(distDir, 'index.html');
  if (!existsSync(indexFile)) return undefined;
  const page = await readFile(indexFile, 'utf8');
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = path.relative(distDir, file).startsWith(`assets${path.sep}`);
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  return (reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', documentPolicy(nonce))
      .send(page.replace(noncePlace, nonce));
  };
}
