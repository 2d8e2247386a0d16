import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A range service on localhost that speaks the wire format of Have I Been Pwned. */
export async function startRangeService(breached: readonly string[]) {
  const received: { readonly line: string; readonly headers: IncomingHttpHeaders }[] = [];
  let answerOtherwise: ((response: ServerResponse) => void) | undefined;
  const listed = breached.map((password) =>
    createHash('sha1').update(password).digest('hex').toUpperCase(),
  );
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    received.push({ line: `${method} ${url}`, headers });
    if (answerOtherwise) return answerOtherwise(response);
    const prefix = url.split('/').at(-1) ?? '';
    const matching = listed.filter((hash) => hash.startsWith(prefix));
    const filling = `${'0'.repeat(35)}:0`;
    const lines = [filling, ...matching.map((hash) => `${hash.slice(5)}:12`), filling];
    response.setHeader('content-type', 'text/plain').end(lines.join('\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/range`,
    received,
    /** From now on; undefined brings the lists back. */
    answerBy(answer: typeof answerOtherwise) {
      answerOtherwise = answer;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
