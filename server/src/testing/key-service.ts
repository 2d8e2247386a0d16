import {
  constants,
  createCipheriv,
  createHmac,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';

export interface CpixAnswer {
  /** In the order of the request. */
  readonly values: readonly Buffer[];
  /** Replaces those of the request. */
  readonly ids?: readonly Buffer[];
  /** For which the values are encrypted; left out, that of the certificate in the request if any. */
  readonly publicKey?: KeyObject;
}

const uuidOf = (id: Buffer) =>
  id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const encrypted = (algorithm: string, bytes: Buffer) =>
  `<enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherValue>${bytes.toString('base64')}</enc:CipherValue></enc:CipherData>`;

/** The answer of a SPEKE 2.0 service: the request's own document, filled in. */
export function answerCpix(request: string, { values, ids = [], publicKey }: CpixAnswer): string {
  const kids = [...request.matchAll(/<cpix:ContentKey kid="([^"]+)"/g)].map(([, kid = '']) => kid);
  const der = /<ds:X509Certificate>([^<]+)</.exec(request)?.[1];
  const receiver =
    publicKey ?? (der ? new X509Certificate(Buffer.from(der, 'base64')).publicKey : undefined);
  const documentKey = randomBytes(32);
  const macKey = randomBytes(64);
  const wrap = (bytes: Buffer) =>
    encrypted(
      `${xmlenc}rsa-oaep-mgf1p`,
      publicEncrypt(
        { key: receiver ?? '', padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
        bytes,
      ),
    );
  const secretOf = (value: Buffer) => {
    if (!receiver) return `<pskc:PlainValue>${value.toString('base64')}</pskc:PlainValue>`;
    const iv = randomBytes(16);
    const cipher = createCipheriv('aes-256-cbc', documentKey, iv);
    const bytes = Buffer.concat([iv, cipher.update(value), cipher.final()]);
    const mac = createHmac('sha512', macKey).update(bytes).digest('base64');
    return `<pskc:EncryptedValue>${encrypted(`${xmlenc}aes256-cbc`, bytes)}</pskc:EncryptedValue><pskc:ValueMAC>${mac}</pskc:ValueMAC>`;
  };
  let answer = request.replace('<cpix:CPIX', `<cpix:CPIX xmlns:enc="${xmlenc}"`);
  for (const [i, value] of values.entries()) {
    answer = answer.replace(
      new RegExp(`(<cpix:ContentKey kid="${kids[i]}"[^>]*)/>`),
      (_, start: string) =>
        `${start}><cpix:Data><pskc:Secret>${secretOf(value)}</pskc:Secret></cpix:Data></cpix:ContentKey>`,
    );
  }
  for (const [i, id] of ids.entries()) answer = answer.replaceAll(kids[i] ?? '', uuidOf(id));
  if (!receiver) return answer;
  const delivery = `<cpix:DeliveryDataList><cpix:DeliveryData><cpix:DocumentKey Algorithm="${xmlenc}aes256-cbc"><cpix:Data><pskc:Secret><pskc:EncryptedValue>${wrap(documentKey)}</pskc:EncryptedValue></pskc:Secret></cpix:Data></cpix:DocumentKey><cpix:MACMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"><cpix:Key>${wrap(macKey)}</cpix:Key></cpix:MACMethod></cpix:DeliveryData></cpix:DeliveryDataList>`;
  return answer
    .replace(/<cpix:DeliveryDataList>[\s\S]*?<\/cpix:DeliveryDataList>/, '')
    .replace('<cpix:ContentKeyList>', `${delivery}<cpix:ContentKeyList>`);
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A key service that refuses what a real one would. */
export async function startKeyService(authorization: string) {
  const received: Received[] = [];
  const given: Buffer[] = [];
  const answered: string[] = [];
  let status: number | null = null;
  let tamper = (answer: string) => answer;
  const server = createServer(async (request, response) => {
    const { headers } = request;
    const body = await text(request);
    received.push({ headers, body });
    const isFit =
      headers['authorization'] === authorization &&
      headers['x-speke-version'] === '2.0' &&
      headers['content-type'] === 'application/xml';
    if (!isFit) return response.writeHead(403).end();
    if (status !== null) return response.writeHead(status).end('<html>sorry</html>');
    const isCpix = /^<\?xml[^>]*><cpix:CPIX [^>]*contentId="[^"]+" version="2\.3">/.test(body);
    const count = body.match(
      /<cpix:ContentKey kid="[0-9a-f-]{36}" commonEncryptionScheme="cbcs"\/>/g,
    );
    if (!isCpix || !count) return response.writeHead(400).end();
    const values = count.map(() => randomBytes(16));
    given.push(...values);
    const answer = tamper(answerCpix(body, { values }));
    answered.push(answer);
    return response
      .writeHead(200, {
        'content-type': 'application/xml',
        'x-speke-version': '2.0',
        'x-speke-user-agent': 'simulator',
      })
      .end(answer);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}/speke`,
    received,
    given,
    /** Its documents, as they went over the line. */
    answered,
    /** Changes answers on their way, from now on. */
    tamperWith: (next: (answer: string) => string) => {
      tamper = next;
    },
    /** Null: as it should. */
    answerWith: (next: number | null) => {
      status = next;
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
