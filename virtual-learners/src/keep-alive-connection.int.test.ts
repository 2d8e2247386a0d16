import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { openConnection } from './keep-alive-connection.ts';

const get = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function connectTo(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const connection = await openConnection(address.port);
  closers.push(() => {
    connection.close();
    server.close();
  });
  return connection;
}

it.each([0, 1, 300_000, 2_000_000])(
  'reads a body of %i bytes to its end, again and again',
  async (length) => {
    const connection = await connectTo((_request, response) => {
      response.writeHead(200, { 'content-length': length }).end(Buffer.alloc(length));
    });
    for (let round = 0; round < 3; round += 1) expect(await connection.send(get)).toBe(length);
  },
);

it('assembles a head that arrives in pieces', async () => {
  const connection = await connectTo((_request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\ncontent-le');
    setImmediate(() => response.socket?.write('ngth: 3\r\n\r\nab'));
    setImmediate(() => setImmediate(() => response.socket?.write('c')));
  });
  expect(await connection.send(get)).toBe(3);
});

it('refuses to count what is no success', async () => {
  const connection = await connectTo((_request, response) => {
    response.writeHead(401, { 'content-length': 6 }).end('denied');
  });
  await expect(connection.send(get)).rejects.toThrow(/answered 401[\s\S]*denied/);
});

it('gives each answer with head and body, in order, for any status', async () => {
  const connection = await connectTo((request, response) => {
    const { url = '' } = request;
    response.writeHead(url === '/no' ? 503 : 200, { 'content-length': url.length, 'x-url': url });
    response.end(url);
  });
  const ask = (url: string) => connection.ask(get.replace('/ ', `${url} `));
  const answers = await Promise.all([
    ask('/first'),
    ask('/no'),
    connection.send(get),
    ask('/last'),
  ]);
  const [first, no, bytes, last] = answers;
  expect([first.status, no.status, last.status]).toEqual([200, 503, 200]);
  expect([first, no, last].map(({ body }) => String(body))).toEqual(['/first', '/no', '/last']);
  expect(no.head).toContain('x-url: /no');
  expect(bytes).toBe(1);
});
