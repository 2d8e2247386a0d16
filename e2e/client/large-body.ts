import http from 'node:http';

export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** Announces a JSON body of `bytes` and sends of it as much as the server takes. */
export async function postLargeBody(
  url: string,
  bytes: number,
  more: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { ...more, 'content-type': 'application/json', 'content-length': bytes };
  const request = http.request(url, { method: 'POST', headers, agent: false });
  request.once('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.once('end', () => {
      resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) });
      request.destroy();
    });
  });
  // The server refuses a body that it does not want to read, and then hangs up.
  request.on('error', reject);
  const chunk = Buffer.alloc(64 * 1024, ' ');
  let left = bytes;
  const pump = () => {
    while (left > 0 && !request.destroyed) {
      left -= chunk.length;
      if (!request.write(chunk)) return void request.once('drain', pump);
    }
  };
  pump();
  return promise;
}
