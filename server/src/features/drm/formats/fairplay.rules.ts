import * as z from 'zod/mini';

/** How a vendor expects the request, and where its answer contains the CKC. */
type RequestCodec = 'raw' | 'form' | 'json';
type ResponseCodec = 'raw' | 'base64' | 'xml' | 'json';

/** Version (4), reserved (4), IV (16), wrapped key, hash of the certificate (20), length (4). */
const spcHead = { version: 4, reserved: 4, iv: 16, hash: 20, length: 4 } as const;
/** Under certificates of 1024 and of 2048 bits. */
const wrappedKeyBytes = [128, 256] as const;

/**
 * Tells whether the bytes are a server playback context: a version, and a payload that ends where
 * its length says. Only the key server can read more of it.
 */
export function isSpc(bytes: Buffer): boolean {
  return wrappedKeyBytes.some((wrapped) => {
    const before = spcHead.version + spcHead.reserved + spcHead.iv + wrapped + spcHead.hash;
    const head = before + spcHead.length;
    if (bytes.length <= head) return false;
    const version = bytes.readUInt32BE(0);
    return version >= 1 && version <= 3 && bytes.readUInt32BE(before) === bytes.length - head;
  });
}

/** Builds the request to a vendor that carries an SPC. */
export function encodeSpc(spc: Buffer, codec: RequestCodec, contentId: string) {
  const text = spc.toString('base64');
  if (codec === 'raw') return { contentType: 'application/octet-stream', body: spc };
  if (codec === 'json') {
    return { contentType: 'application/json', body: JSON.stringify({ spc: text }) };
  }
  const form = new URLSearchParams({ spc: text, assetId: contentId });
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() };
}

const jsonAnswer = z.record(z.string(), z.unknown());
const jsonNames = ['ckc', 'CkcMessage', 'License'];
const base64Shape = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** Reads the content key context in a vendor's answer; null when there is none. */
export function decodeCkc(answer: Buffer, codec: ResponseCodec): Buffer | null {
  const ckc = codec === 'raw' ? answer : fromBase64(readText(answer.toString('utf8'), codec));
  return ckc && ckc.length > 0 ? ckc : null;
}

function readText(text: string, codec: ResponseCodec): string | undefined {
  if (codec === 'base64') return text;
  if (codec === 'xml') return /<ckc>([^<]*)<\/ckc>/.exec(text)?.[1];
  try {
    const parsed = z.safeParse(jsonAnswer, JSON.parse(text));
    const found = parsed.success && jsonNames.map((name) => parsed.data[name]);
    return (found || []).find((value) => typeof value === 'string');
  } catch {
    return undefined;
  }
}

function fromBase64(text: string | undefined): Buffer | null {
  return text !== undefined && base64Shape.test(text) ? Buffer.from(text, 'base64') : null;
}
