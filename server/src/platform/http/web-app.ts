import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ProofLedger } from './proof/proof-ledger.ts';
import { machineHints } from './request-facts.ts';
import { buildDocumentPolicy, documentOpenerPolicy, scriptPolicy } from './security-headers.ts';

/** In the built page: replaced by the current nonce for proofs. */
const noncePlace = '__DPOP_NONCE__';

const unchanging = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';

/**
 * Serves the built web app: hashed assets, and the page itself, which includes the nonce for its
 * first call: one round trip less on a slow connection.
 * @returns a function that answers with the page, or undefined when there is no build
 */
export async function serveWebApp(
  app: FastifyInstance,
  distDir: string,
  facts: {
    readonly ledger: Pick<ProofLedger, 'currentNonce'>;
    /** Other values inserted into the page, by their placeholder in the built page. */
    readonly pageFacts: Readonly<Record<string, string>>;
    /** Addresses of other sites to which the page sends something. */
    readonly connectTo: readonly string[];
  },
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  const indexFile = path.join(distDir, 'index.html');
  if (!existsSync(indexFile)) return undefined;
  const policy = buildDocumentPolicy(...facts.connectTo);
  // A browser asks for it with every page, to see whether there is a newer one.
  const lifetimes = new Map([[path.join(distDir, 'sw.js'), 'no-cache']]);
  let page = await readFile(indexFile, 'utf8');
  for (const [place, fact] of Object.entries(facts.pageFacts)) page = page.replace(place, fact);
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    // Created by the build beside each text, so that the server need not compress.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, sent) => {
      const file = sent.replace(/\.(?:br|gz)$/, '');
      const isHashed = path.relative(distDir, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', isHashed ? unchanging : (lifetimes.get(file) ?? forAnHour));
      if (file.endsWith('.js')) reply.header('content-security-policy', scriptPolicy);
    },
  });
  return (reply) =>
    reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', documentOpenerPolicy)
      .header('accept-ch', machineHints.join(', '))
      .send(page.replace(noncePlace, facts.ledger.currentNonce()));
}
