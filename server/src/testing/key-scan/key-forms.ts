const base64Chars = 6;

/** The base64 of a key within other bytes: the part that does not depend on its neighbours. */
function base64Amid(bytes: Buffer, before: number, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
  const whole = Math.floor(((before + bytes.length) * 8) / base64Chars);
  return text.slice(Math.ceil((before * 8) / base64Chars), whole);
}

const alignments = [0, 1, 2];
function inBase64(bytes: Buffer): string[] {
  return alignments.flatMap((before) =>
    (['base64', 'base64url'] as const).map((encoding) => base64Amid(bytes, before, encoding)),
  );
}

const percent = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;
const isUnreserved = (sign: string) => /[A-Za-z0-9_.~-]/.test(sign);

/** Escaped throughout, and only where a program must (RFC 3986, section 2.3). */
function inPercent(key: Buffer): string[] {
  const all = [...key].map(percent).join('');
  const needed = [...key]
    .map(
      (byte) =>
        (isUnreserved(String.fromCharCode(byte)) ? String.fromCharCode(byte) : null) ??
        percent(byte),
    )
    .join('');
  const upper = (text: string) => text.replace(/%../g, (escaped) => escaped.toUpperCase());
  return [all, upper(all), needed, upper(needed)];
}

function inHex(key: Buffer): string[] {
  const hex = key.toString('hex');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const apart = ['-', ':', ' '].map((sign) => hex.replace(/..(?=.)/g, `$&${sign}`));
  const lower = [hex, uuid, ...apart];
  return [...lower, ...lower.map((text) => text.toUpperCase())];
}

function inNumbers(key: Buffer): string[] {
  const list = [...key];
  return [list.join(','), list.join(', '), list.map((byte, at) => `"${at}":${byte}`).join(',')];
}

/** UTF-16 in either order: without its last byte, the little-endian form lies in the other too. */
const inUtf16 = (text: string) => Buffer.from(text, 'utf16le').subarray(0, -1);

/**
 * Every form in which 16 bytes of a key could leave: raw, hexadecimal, UUID, base64 at every place
 * of a longer text, percent-encoded, lists of numbers; all of these in UTF-16, and the common ones
 * inside base64 again, as in a token.
 */
export function listKeyForms(key: Buffer): Buffer[] {
  const base64 = inBase64(key).flatMap((text) => [text, encodeURIComponent(text)]);
  const texts = [...inHex(key), ...base64, ...inPercent(key), ...inNumbers(key)];
  const common = [...inHex(key), key.toString('base64'), key.toString('base64url')];
  const nested = common.flatMap((text) => inBase64(Buffer.from(text)));
  const forms = [...new Set([...texts, ...nested])].map((text) => Buffer.from(text));
  return [key, ...forms, ...[...new Set(texts)].map(inUtf16)];
}
