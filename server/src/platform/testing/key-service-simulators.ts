import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';

/** A key service of a test, which checks every request and remembers what it refused. */
export interface KeyServiceSimulator {
  readonly address: string;
  /** What was wrong with requests, each in a word or two. */
  readonly refused: string[];
  readonly asked: string[];
  /** Answers with this status, that many times. */
  fail(status: number, times: number): void;
  stop(): void;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Request = { readonly raw: http.IncomingMessage; readonly body: string };

async function startSimulator(
  answer: (request: Request) => Answer,
  asked: string[],
): Promise<Omit<KeyServiceSimulator, 'refused'>> {
  let failing = { status: 0, times: 0 };
  const server = http.createServer((raw, reply) => {
    void text(raw).then((body) => {
      asked.push(`${raw.method} ${raw.url}`);
      const isFailing = failing.times > 0;
      failing = { ...failing, times: failing.times - 1 };
      const { status, body: said } = isFailing
        ? { status: failing.status, body: { errors: ['away'] } }
        : answer({ raw, body });
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    asked,
    fail(status, times) {
      failing = { status, times };
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A key that only the service has. */
function createInnerKey() {
  const key = randomBytes(32);
  return {
    close(plain: Buffer, context: string): Buffer {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    /** Undefined for what it did not close. */
    open(closed: Buffer, context: string): Buffer | undefined {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, closed.subarray(0, 12));
        decipher.setAAD(Buffer.from(context)).setAuthTag(closed.subarray(12, 28));
        return Buffer.concat([decipher.update(closed.subarray(28)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

const plainSchema = z.object({ plaintext: z.string() });
const cipherSchema = z.object({ ciphertext: z.string() });
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The transit engine of Vault, mounted at `transit` with one key. */
export async function startVault(of: {
  readonly token: string;
  readonly keyName: string;
}): Promise<KeyServiceSimulator> {
  const inner = createInnerKey();
  const refused: string[] = [];
  const refuse = (status: number, why: string): Answer => {
    refused.push(why);
    return { status, body: { errors: [why] } };
  };
  const started = await startSimulator(({ raw, body }) => {
    if (raw.method !== 'POST') return refuse(405, 'method');
    if (raw.headers['x-vault-token'] !== of.token) return refuse(403, 'permission denied');
    if (raw.headers['x-vault-request'] !== 'true') return refuse(412, 'no x-vault-request');
    const [, act, name] = /^\/v1\/transit\/(encrypt|decrypt)\/([^/]+)$/.exec(raw.url ?? '') ?? [];
    if (act === undefined) return refuse(404, 'path');
    if (name !== of.keyName)
      return refuse(act === 'encrypt' ? 404 : 400, 'encryption key not found');
    const said: unknown = JSON.parse(body);
    if (act === 'encrypt') {
      const { plaintext } = z.parse(plainSchema, said);
      if (!base64.test(plaintext)) return refuse(400, 'plaintext');
      const closed = inner.close(Buffer.from(plaintext, 'base64'), name);
      const ciphertext = `vault:v1:${closed.toString('base64')}`;
      return { status: 200, body: { data: { ciphertext, key_version: 1 } } };
    }
    const { ciphertext } = z.parse(cipherSchema, said);
    const [, closed] = /^vault:v1:(.+)$/.exec(ciphertext) ?? [];
    const plain = closed && inner.open(Buffer.from(closed, 'base64'), name);
    if (!plain) return refuse(400, 'cipher: message authentication failed');
    return { status: 200, body: { data: { plaintext: plain.toString('base64') } } };
  }, []);
  return { ...started, refused };
}

const kmsSchema = z.object({
  KeyId: z.string(),
  Plaintext: z.optional(z.string()),
  CiphertextBlob: z.optional(z.string()),
  EncryptionContext: z.record(z.string(), z.string()),
});

/** AWS KMS with one key; recomputes the signature of each request. */
export async function startKms(of: {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly keyId: string;
}): Promise<KeyServiceSimulator> {
  const inner = createInnerKey();
  const refused: string[] = [];
  const refuse = (name: string, why = name): Answer => {
    refused.push(why);
    return { status: 400, body: { __type: name, message: why } };
  };
  const started = await startSimulator(({ raw, body }) => {
    const fault = findSignatureFault({ raw, body }, { ...of, service: 'kms' });
    if (fault) return refuse('InvalidSignatureException', fault);
    if (raw.headers['content-type'] !== 'application/x-amz-json-1.1') return refuse('content type');
    const [, act] =
      /^TrentService\.(Encrypt|Decrypt)$/.exec(`${raw.headers['x-amz-target']}`) ?? [];
    if (act === undefined) return refuse('UnknownOperationException');
    const said = z.parse(kmsSchema, JSON.parse(body));
    if (said.KeyId !== of.keyId) return refuse('NotFoundException');
    const context = JSON.stringify(said.EncryptionContext);
    if (act === 'Encrypt') {
      const closed = inner.close(Buffer.from(said.Plaintext ?? '', 'base64'), context);
      return { status: 200, body: { CiphertextBlob: closed.toString('base64'), KeyId: of.keyId } };
    }
    const plain = inner.open(Buffer.from(said.CiphertextBlob ?? '', 'base64'), context);
    if (!plain) return refuse('InvalidCiphertextException');
    return { status: 200, body: { Plaintext: plain.toString('base64'), KeyId: of.keyId } };
  }, []);
  return { ...started, refused };
}

/**
 * Computes the signature of a request again.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @returns what is wrong with it; undefined if it is right
 */
function findSignatureFault(
  { raw, body }: Request,
  of: { accessKeyId: string; secretAccessKey: string; region: string; service: string },
): string | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      raw.headers.authorization ?? '',
    );
  if (!given) return 'no signature';
  const [, credential = '', signedNames = '', signature] = given;
  const moment = `${raw.headers['x-amz-date']}`;
  const day = moment.slice(0, 8);
  const scope = `${day}/${of.region}/${of.service}/aws4_request`;
  if (credential !== `${of.accessKeyId}/${scope}`) return 'credential';
  const names = signedNames.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-target']) {
    if (!names.includes(needed)) return `${needed} is not signed`;
  }
  const [pathname = '/', query = ''] = (raw.url ?? '/').split('?');
  const headers = names.map((name) => `${name}:${`${raw.headers[name]}`.trim()}\n`).join('');
  const hash = (value: string) => createHash('sha256').update(value).digest('hex');
  const canonical = [raw.method, pathname, query, headers, signedNames, hash(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, hash(canonical)].join('\n');
  const hmac = (key: string | Buffer, value: string) =>
    createHmac('sha256', key).update(value).digest();
  const key = [day, of.region, of.service, 'aws4_request'].reduce(
    (made: string | Buffer, part) => hmac(made, part),
    `AWS4${of.secretAccessKey}`,
  );
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'signature';
}
