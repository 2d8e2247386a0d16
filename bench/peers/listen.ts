import type { FastifyInstance } from 'fastify';

/** Listens at a free port of this machine, and says so as `startPeer` expects. */
export async function listen(app: FastifyInstance): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  process.stdout.write(`listening ${address.port}\n`);
  process.once('SIGTERM', () => process.exit(0));
}
