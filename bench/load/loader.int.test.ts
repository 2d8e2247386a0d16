import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { startLoader } from './loader.ts';

it('sends every request as often as asked, and counts what all connections received', async () => {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const length = url === '/a' ? 10 : 1000;
    response.writeHead(200, { 'content-length': length }).end(Buffer.alloc(length));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address !== 'string' ? address.port : 0;
  const loader = await startLoader();
  try {
    const requests = ['/a', '/b'].map((url) => `GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const result = await loader.run({ port, connections: 5, requests, repeat: 40 });
    expect(result).toMatchObject({ requests: 80, bytes: 40 * 1010 });
    expect(asked).toEqual(
      new Map([
        ['/a', 40],
        ['/b', 40],
      ]),
    );
  } finally {
    await loader.stop();
    server.close();
  }
});
