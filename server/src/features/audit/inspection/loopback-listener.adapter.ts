import { createServer } from 'node:net';

export interface LoopbackListener {
  readonly port: number;
  /** The number of connections so far. */
  count(): number;
  close(): Promise<void>;
}

/** Listens on this machine alone, and ends every connection at once: none is expected. */
export async function openLoopbackListener(): Promise<LoopbackListener> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    // A client that keeps its side open must not keep the listener from closing.
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n', () => socket.destroy());
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    count: () => connections,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
