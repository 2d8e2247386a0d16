import { createPublicKey, verify } from 'node:crypto';
import Fastify from 'fastify';
import * as z from 'zod/mini';
import { listen } from './listen.ts';

/** A route that checks one ES256 signature and answers a licence that it has at hand. */
const jwk = z.parse(z.record(z.string(), z.string()), JSON.parse(process.env['PUBLIC_JWK'] ?? ''));
const key = createPublicKey({ key: jwk, format: 'jwk' });
const licence: unknown = JSON.parse(process.env['LICENCE'] ?? '');

const app = Fastify();
app.post('/licence', async (request, reply) => {
  const proof = String(request.headers['dpop']);
  const signatureAt = proof.lastIndexOf('.');
  const isGood = verify(
    'sha256',
    Buffer.from(proof.slice(0, signatureAt)),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(proof.slice(signatureAt + 1), 'base64url'),
  );
  return isGood ? licence : reply.code(401).send();
});
await listen(app);
