import { createDecipheriv, createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

/** Public test credentials of the Widevine cloud service (Shaka Packager's documentation). */
export const widevineTest = {
  provider: 'widevine_test',
  signingKey: '1ae8ccd0e7985cc0b6203a55855a1034afc252980e970ca90e5202689f947ab9',
  signingIv: 'd58ce954203b7c9a9a9d467f59839249',
};
export const axinomTest = {
  communicationKeyId: 'aa0151d7-081c-4699-a049-fc584556c9d2',
  communicationKey: Buffer.alloc(32, 9).toString('base64'),
};
export const drmTodayTest = {
  merchant: 'prahari',
  sharedSecret: 'a-shared-secret-of-the-merchant',
};

export interface ReceivedLicenceRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The signed message, after its signature was verified. */
  readonly message: Record<string, unknown>;
}

type Answer = (response: ServerResponse) => void;

const field = (number: number, value: Buffer) =>
  Buffer.concat([Buffer.of(number * 8 + 2, value.length), value]);
/** Signed messages as a CDM takes them: type, then message. */
export const widevineLicence = Buffer.concat([Buffer.of(8, 2), field(2, Buffer.from('licence'))]);
const widevineCertificate = Buffer.concat([Buffer.of(8, 5), field(2, Buffer.from('certificate'))]);
export const playReadyLicence =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AcquireLicenseResponse/></s:Body></s:Envelope>';
export const fairPlayCkc = Buffer.from('a content key context');

/** Services on localhost that check signatures and formats, and refuse what the real ones would. */
export async function startLicenceService() {
  const received: ReceivedLicenceRequest[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const instead = answers.shift();
    if (instead) {
      instead(response);
      return;
    }
    try {
      const path = request.url ?? '';
      const { message, send } = await judge(path, request.headers, body);
      received.push({ path, headers: request.headers, body, message });
      send(response);
    } catch (error) {
      response.writeHead(403).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string) => `http://127.0.0.1:${port}/${path}`,
    received,
    /** The next request without an answer yet gets this one. */
    answerNext: (...next: Answer[]) => void answers.push(...next),
    /** As if it had just been started. */
    startAnew() {
      received.length = 0;
      answers.length = 0;
      server.closeAllConnections();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function judge(path: string, headers: IncomingMessage['headers'], body: Buffer) {
  if (path === '/cloud') return judgeCloud(body);
  const token = String(headers['x-axdrm-message'] ?? headers['x-dt-auth-token'] ?? '');
  let message: Record<string, unknown> = {};
  if (path.startsWith('/axinom')) {
    const key = Buffer.from(axinomTest.communicationKey, 'base64');
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
    if (payload['com_key_id'] !== axinomTest.communicationKeyId) throw new Error('unknown key');
    if (new Date(String(payload['expiration_date'])) < new Date()) throw new Error('expired');
    message = payload['message'] as Record<string, unknown>;
  } else if (path.startsWith('/drmtoday')) {
    const key = Buffer.from(drmTodayTest.sharedSecret);
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS512'],
      requiredClaims: ['jti', 'exp'],
    });
    message = {
      ...JSON.parse(String(payload['optData'])),
      crt: JSON.parse(String(payload['crt'])),
    };
    if (message['merchant'] !== drmTodayTest.merchant) throw new Error('unknown merchant');
  } else if (headers.authorization !== 'Bearer our-secret') throw new Error('unknown caller');
  return { message, send: findSender(path, headers, body) };
}

function findSender(path: string, headers: IncomingMessage['headers'], body: Buffer): Answer {
  if (path.endsWith('/playready')) {
    const action = '"http://schemas.microsoft.com/DRM/2007/03/protocols/AcquireLicense"';
    if (headers['soapaction'] !== action) throw new Error('no SOAP action');
    if (!String(headers['content-type']).startsWith('text/xml')) throw new Error('no XML');
    if (!body.toString().includes('<AcquireLicense')) throw new Error('no acquisition');
    return (response) => void response.setHeader('content-type', 'text/xml').end(playReadyLicence);
  }
  if (path.endsWith('/fairplay')) {
    if (!new URLSearchParams(body.toString()).get('spc')) throw new Error('no SPC');
    const text = `<ckc>${fairPlayCkc.toString('base64')}</ckc>`;
    return (response) => void response.end(text);
  }
  if (headers['content-type'] !== 'application/octet-stream') throw new Error('no challenge');
  const isCertificate = body.equals(Buffer.of(8, 4));
  return (response) => void response.end(isCertificate ? widevineCertificate : widevineLicence);
}

/** The Widevine cloud service: checks the signature over the very bytes, then the message. */
function judgeCloud(body: Buffer) {
  const { request, signature, signer } = JSON.parse(body.toString()) as Record<string, string>;
  const reply =
    (answer: object): Answer =>
    (response) =>
      void response.end(JSON.stringify(answer));
  const decipher = createDecipheriv(
    'aes-256-cbc',
    Buffer.from(widevineTest.signingKey, 'hex'),
    Buffer.from(widevineTest.signingIv, 'hex'),
  );
  const bytes = Buffer.from(request ?? '', 'base64');
  const message = JSON.parse(bytes.toString()) as Record<string, unknown>;
  let digest: Buffer = Buffer.alloc(0);
  try {
    digest = Buffer.concat([
      decipher.update(Buffer.from(signature ?? '', 'base64')),
      decipher.final(),
    ]);
  } catch {
    // Not under this key.
  }
  const isSigned = digest.equals(createHash('sha1').update(bytes).digest());
  if (!isSigned || signer !== widevineTest.provider) {
    return { message, send: reply({ status: 'SIGNATURE_FAILED' }) };
  }
  if (message['payload'] === 'CAQ=') {
    const isBare = Object.keys(message).length === 1;
    const license = widevineCertificate.toString('base64');
    return {
      message,
      send: reply(isBare ? { status: 'OK', license } : { status: 'MALFORMED_REQUEST' }),
    };
  }
  const specs = message['content_key_specs'];
  const isWhole = message['provider'] === signer && message['content_id'] && Array.isArray(specs);
  const license = widevineLicence.toString('base64');
  return {
    message,
    send: reply(isWhole ? { status: 'OK', license } : { status: 'MALFORMED_REQUEST' }),
  };
}
