/** The key system that reads a `pssh` box (ISO/IEC 23001-7). */
export const systemIds = {
  common: '1077efecc0b24d02ace33c1e52e2fb4b',
  widevine: 'edef8ba979d64acea3c827dcd51d21ed',
  playready: '9a04f07998404286ab92e65be0885f95',
  fairplay: '94ce86fb07ff4f43adb893d2fa968ca2',
} as const;

/** A protection system specific header box (ISO/IEC 23001-7, 8.1). */
export interface Pssh {
  readonly version: 0 | 1;
  /** 32 hexadecimal digits, in small letters. */
  readonly systemId: string;
  /** Of 16 bytes each; version 0 has no room for them. */
  readonly keyIds: readonly Buffer[];
  readonly data: Buffer;
}

const keyIdBytes = 16;
/** Size, `pssh`, version and flags, system id. */
const headBytes = 4 + 4 + 4 + 16;
const lengthBytes = 4;
/** No player takes more; a hostile file could name millions of key ids. */
const maxBoxBytes = 64 * 1024;

/**
 * Reads consecutive `pssh` boxes, as initialisation data of type `cenc` (W3C, 'cenc' initialization
 * data format): each system at most once, and nothing else.
 * @returns null when the bytes are anything else
 */
export function readPsshs(bytes: Buffer): Pssh[] | null {
  const found: Pssh[] = [];
  let at = 0;
  while (at < bytes.length) {
    const sizes = readSizes(bytes, at);
    if (!sizes) return null;
    const box = readBody(bytes.subarray(at + sizes.header, at + sizes.whole));
    if (!box || found.some(({ systemId }) => systemId === box.systemId)) return null;
    found.push(box);
    at += sizes.whole;
  }
  return found.length > 0 ? found : null;
}

/**
 * Writes the bytes of one box. @throws RangeError for key ids of another length, or in version 0
 */
export function writePssh({ version, systemId, keyIds, data }: Pssh): Buffer {
  const isFit = keyIds.every(({ length }) => length === keyIdBytes);
  if (!isFit || (version === 0 && keyIds.length > 0) || !/^[0-9a-f]{32}$/.test(systemId)) {
    throw new RangeError('this is no protection header');
  }
  const head = Buffer.alloc(headBytes);
  head.write('pssh', 4, 'latin1');
  head.writeUInt8(version, 8);
  head.write(systemId, 12, 'hex');
  const list = version === 1 ? [uint32(keyIds.length), ...keyIds] : [];
  const box = Buffer.concat([head, ...list, uint32(data.length), data]);
  if (box.length > maxBoxBytes) throw new RangeError('the protection header is too long');
  box.writeUInt32BE(box.length, 0);
  return box;
}

/**
 * Reads the sizes of header and whole box; a size of 0 reaches to the end, one of 1 has 64 bits
 * (ISO/IEC 14496-12, 4.2).
 */
function readSizes(bytes: Buffer, at: number): { header: number; whole: number } | null {
  const left = bytes.length - at;
  if (left < 8 || bytes.toString('latin1', at + 4, at + 8) !== 'pssh') return null;
  const size = bytes.readUInt32BE(at);
  const isLong = size === 1;
  if (isLong && left < 16) return null;
  const long = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size;
  const header = isLong ? 16 : 8;
  const whole = size === 0 ? left : long;
  return whole >= header && whole <= left && whole <= maxBoxBytes ? { header, whole } : null;
}

function readBody(body: Buffer): Pssh | null {
  const idsAt = 20;
  if (body.length < idsAt + lengthBytes) return null;
  const version = body.readUInt8(0);
  if (version !== 0 && version !== 1) return null;
  const keyIds: Buffer[] = [];
  let at = idsAt;
  if (version === 1) {
    const count = body.readUInt32BE(at);
    at += lengthBytes;
    if (count * keyIdBytes + lengthBytes > body.length - at) return null;
    for (let i = 0; i < count; i += 1, at += keyIdBytes) {
      keyIds.push(body.subarray(at, at + keyIdBytes));
    }
  }
  const length = body.readUInt32BE(at);
  const data = body.subarray(at + lengthBytes);
  if (data.length !== length) return null;
  return { version, systemId: body.toString('hex', 4, idsAt), keyIds, data };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
