import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { listen } from './listen.ts';

/** A commercial licence service as it is seen from here: it takes its time, and answers a licence. */
const delayMs = Number(process.env['DELAY_MS']);
/** A signed message of type 2, as a CDM takes it. */
const licence = Buffer.concat([Buffer.of(8, 2, 0x12, 7), Buffer.from('licence')]);

const app = Fastify();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
app.post('/licence', async (_, reply) => {
  await delay(delayMs);
  return reply.type('application/octet-stream').send(licence);
});
await listen(app);
