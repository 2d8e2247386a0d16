import { createWriteStream } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** What Node does for an upload without any checks: the body into a file, synced at its end. */
const folder = process.env['FOLDER'] ?? '';
let count = 0;
const server = http.createServer((request, response) => {
  count += 1;
  const file = createWriteStream(path.join(folder, `bare-${count}`), { flush: true });
  pipeline(request, file).then(
    () => response.writeHead(204).end(),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  process.stdout.write(`listening ${address.port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
