import type { AddressInfo } from 'node:net';
import { errorSchema } from '@prahari/contract';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { createHttpApp } from './app.ts';

/** Blocks the event loop. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Asks two servers after both were blocked; the second never refuses requests. */
it('turns requests away after lagging behind by MAX_LAG_MS, until it has caught up; 0: never', async () => {
  const [limited, patient] = await Promise.all(
    [100, 0].map(async (mostLagMs) => {
      const deps = { clock: systemClock, trustProxy: [], isSecure: false, rowRefusals: {} };
      const app = await createHttpApp({ ...deps, mostLagMs, log: createLog('silent') });
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      return { app, ask: () => fetch(`http://127.0.0.1:${port}/none`) };
    }),
  );
  try {
    // A busy machine may be behind already.
    await vi.waitFor(async () => expect((await limited?.ask())?.status).toBe(404), 20_000);
    // The next look may find that it has caught up: the refusal itself is looked at.
    const answer = await vi.waitFor(async () => {
      const refusal = await limited?.ask();
      // Longer than a second passes between two looks.
      if (refusal?.status !== 503) block(1500);
      expect(refusal?.status).toBe(503);
      return refusal;
    }, 20_000);
    expect(answer?.headers.get('retry-after')).toBe('10');
    const { error } = errorSchema.parse(await answer?.json());
    expect(error.details).toMatchObject({ reason: 'overloaded' });
    expect((await patient?.ask())?.status).toBe(404);
    await vi.waitFor(async () => expect((await limited?.ask())?.status).toBe(404), 20_000);
  } finally {
    await Promise.all([limited?.app.close(), patient?.app.close()]);
  }
});
