import type { QualityClass } from '@prahari/media';
import { CpixFault, type CpixKey, type CpixRequest, readCpix, writeCpix } from './cpix.rules.ts';
import type { KeyService } from './key-service.config.ts';
import { KeyServiceFailed } from './key-service.errors.ts';

const timeoutMs = 10_000;
/** No document of a few keys is longer. */
const maxAnswerBytes = 1024 ** 2;
const spekeVersion = '2.0';

/**
 * Fetches content keys (AWS SPEKE 2.0). Redirects are not followed: they would carry credentials to
 * an address that was not configured.
 * @throws KeyServiceFailed
 */
export async function fetchContentKeys(
  service: KeyService,
  asked: {
    readonly contentId: string;
    readonly keys: readonly { readonly keyId: Buffer; readonly qualityClass: QualityClass }[];
    readonly scheme: 'cbcs' | 'cenc';
  },
): Promise<CpixKey[]> {
  const { systems, certificate, privateKeyPem } = service;
  const request: CpixRequest = { ...asked, systems, certificate };
  const text = await send(service, writeCpix(request));
  try {
    return readCpix(text, request, privateKeyPem);
  } catch (error) {
    if (error instanceof CpixFault) throw new KeyServiceFailed(error.message);
    throw error;
  }
}

async function send({ url, authorization }: KeyService, body: string): Promise<string> {
  const headers = {
    'content-type': 'application/xml',
    'x-speke-version': spekeVersion,
    'x-speke-user-agent': 'Prahari',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    const text = await readUpTo(answer.body, maxAnswerBytes);
    if (answer.status === 401 || answer.status === 403) {
      throw new KeyServiceFailed('The key service did not accept our authorisation.');
    }
    if (answer.status !== 200) {
      throw new KeyServiceFailed(`The key service answered with status ${answer.status}.`);
    }
    if (answer.headers.get('x-speke-version') !== spekeVersion) {
      throw new KeyServiceFailed('The key service does not speak SPEKE 2.0.');
    }
    return text;
  } catch (error) {
    if (error instanceof KeyServiceFailed) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    // Leaves out the texts of errors: they may repeat addresses and headers.
    throw new KeyServiceFailed(
      isLate ? 'The key service did not answer in time.' : 'The key service could not be reached.',
      { cause: error },
    );
  }
}

async function readUpTo(body: ReadableStream<Uint8Array> | null, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) {
      throw new KeyServiceFailed(
        'The key service answered more than any document of keys is long.',
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
