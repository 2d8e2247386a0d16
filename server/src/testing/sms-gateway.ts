import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ReceivedSms {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly contentType: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

type Answer = (response: ServerResponse) => void;

/** A gateway on localhost; gives the queued answers in order, and then 200. */
export async function startSmsGateway() {
  const received: ReceivedSms[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const { authorization, 'content-type': contentType } = headers;
    received.push({ method, url, contentType, authorization, body: await text(request) });
    const answer = answers.shift() ?? ((response: ServerResponse) => void response.end('OK'));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    received,
    /** The next request without an answer yet gets this one. */
    answerNext: (answer: Answer) => void answers.push(answer),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
