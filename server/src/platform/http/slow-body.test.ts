import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { createHttpApp } from './app.ts';
import { limitBodyTime, limitUploadPace } from './slow-body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

/** Begins a request whose body never ends. */
function begin(port: number, path: string) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\na`);
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      resolve();
    });
  });
  return { socket, closed, isOpen: () => !isClosed };
}

/** A server that limits a body and reads none of it away. */
async function listen(limit: (request: IncomingMessage) => void) {
  const server = createServer((request) => {
    limit(request);
    request.resume();
    server.emit('begun', request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port };
}

it('cuts a body that drips at an address that nothing answers', async () => {
  const deps = {
    clock: systemClock,
    trustProxy: [],
    isSecure: false,
    mostLagMs: 0,
    rowRefusals: {},
  };
  const app: FastifyInstance = await createHttpApp({ ...deps, log: createLog('silent') });
  await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const { socket, closed, isOpen } = begin((app.server.address() as AddressInfo).port, '/none');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('404');
    vi.advanceTimersByTime(29_000);
    socket.write('b');
    expect(isOpen()).toBe(true);
    vi.advanceTimersByTime(1000);
    await closed;
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});

it('lets an upload last that brings something, and cuts it once it drips', async () => {
  const { server, port } = await listen((raw) => {
    const request = { raw, headers: raw.headers };
    limitBodyTime(request);
    limitUploadPace(request);
  });
  const begun = once(server, 'begun');
  const { socket, closed, isOpen } = begin(port, '/upload');
  const [request] = (await begun) as [IncomingMessage];
  const received = () => request.socket.bytesRead;
  for (const _ of [1, 2, 3]) {
    const before = received();
    socket.write('x'.repeat(10_000));
    while (received() < before + 10_000) await new Promise(setImmediate);
    vi.advanceTimersByTime(30_000);
    await new Promise(setImmediate);
    expect(isOpen()).toBe(true);
  }
  socket.write('drip');
  vi.advanceTimersByTime(30_000);
  await closed;
  server.close();
});
