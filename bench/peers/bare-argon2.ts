import { verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import { listen } from './listen.ts';

/** Checks one password the requested number of times in parallel, and does nothing else. */
const stored = process.env['STORED_HASH'] ?? '';
const password = process.env['PASSWORD'] ?? '';

const app = Fastify();
app.get('/verify', async (_request, reply) =>
  (await verify(stored, password)) ? { ok: true } : reply.code(401).send(),
);
await listen(app);
