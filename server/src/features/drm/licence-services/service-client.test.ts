import { once } from 'node:events';
import { createServer, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookUpPublic } from '../../../platform/outgoing/public-lookup.ts';
import { longestCallMs, sendToService } from './service-client.adapter.ts';

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port = 0;
beforeAll(async () => {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => listener.close());

/** A name server with given answers. */
const answering =
  (...addresses: string[]): Parameters<typeof lookUpPublic>[0] =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

function lookUp(lookup: LookupFunction, all: boolean): Promise<unknown> {
  return new Promise((resolve, reject) =>
    lookup('licences.example.org', { all }, (error, address) =>
      error ? reject(error) : resolve(address),
    ),
  );
}

it('connects to no private address, even if a name resolves to one at that moment', async () => {
  const lookup = lookUpPublic(answering('127.0.0.1', '::ffff:127.0.0.1'));
  const dispatcher = new Agent({ connect: { lookup } });
  const asked = request(`http://licences.example.org:${port}/`, { dispatcher });
  await expect(asked).rejects.toMatchObject({ code: 'EPRIVATE' });
  expect(connections).toBe(0);
});

it('leaves out private addresses to which a name resolves', async () => {
  const lookup = lookUpPublic(answering('10.0.0.1', '8.8.8.8', 'fe80::1'));
  expect(await lookUp(lookup, true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  expect(await lookUp(lookup, false)).toBe('8.8.8.8');
});

it.each(['127.0.0.1', 'localhost', '[::1]'])(
  'does not call %s, even if it is stored',
  async (host) => {
    const asked = { url: `http://${host}:${port}/`, headers: {}, body: Buffer.alloc(0) };
    const call = sendToService(asked, { allowsPrivate: false });
    await expect(call).rejects.toMatchObject({ trouble: { fault: 'private_address' } });
    expect(connections).toBe(0);
  },
);

it('gives up in less than the 10 s that a client waits', () => {
  expect(longestCallMs).toBeLessThan(10_000);
});
