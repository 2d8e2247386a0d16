import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Agent } from 'undici';
import { createProbe, type ProbeAnswer } from '../probe/probe.adapter.ts';
import type { Weakness } from './access-bench.fixture.ts';

export interface WeakFront {
  /** Where audits find the server with its weaknesses. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** What undici sets itself, and refuses to be given. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * Listens in front of a real server, and answers as a weaker one would.
 * @param from the address of the audit, which the server must go on seeing
 */
export async function openWeakFront(
  target: string,
  from: string | undefined,
  weaknesses: readonly Weakness[],
): Promise<WeakFront> {
  const agent = new Agent(from === undefined ? {} : { localAddress: from });
  const stopped = new AbortController();
  const behind = createProbe({
    target: { loopback: target, origin: target, isBehindTls: false },
    agent,
    localAddress: from,
    now: () => new Date(),
    signal: stopped.signal,
    takeTurn: async () => undefined,
  });
  const send = weaknesses.reduce<typeof behind.send>(
    (inner, weakness) => (request) => weakness(request, inner),
    behind.send,
  );

  async function answer(request: IncomingMessage): Promise<ProbeAnswer> {
    const body = await buffer(request);
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).flatMap(([name, values]) =>
        values === undefined || ownHeaders.has(name)
          ? []
          : [[name, values.length === 1 ? (values[0] ?? '') : values]],
      ),
    );
    return send({
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers,
      ...(body.length === 0 ? {} : { body }),
    });
  }

  const server = createServer((request, reply) => {
    answer(request).then(
      ({ status, headers, setCookies, text }) => {
        const {
          'content-length': _,
          'transfer-encoding': __,
          connection: ___,
          'set-cookie': ____,
          ...kept
        } = headers;
        reply.writeHead(status, {
          ...kept,
          ...(setCookies.length === 0 ? {} : { 'set-cookie': [...setCookies] }),
        });
        reply.end(text);
      },
      () => reply.destroy(),
    );
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      stopped.abort();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await agent.destroy();
    },
  };
}
