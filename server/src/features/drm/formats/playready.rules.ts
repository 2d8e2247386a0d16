import { listElements, readXml, type XmlElement } from '../../../platform/xml/read-xml.ts';

/** Longest PlayReady object (PlayReady Header Object specification). */
const maxObjectBytes = 15 * 1024;
const headerRecord = 1;
const keyIdBytes = 16;
const headerNamespace = 'http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader';

/**
 * Swaps the bytes of a key id between PlayReady's order (GUID, little-endian) and the usual one; it
 * is its own inverse.
 */
export function swapGuid(keyId: Uint8Array): Buffer {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  return Buffer.from(order.map((at) => keyId[at] ?? 0));
}

/**
 * Reads the rights management header in a PlayReady object: length (4), number of records (2),
 * records of type (2), length (2), value, all little-endian; the header is UTF-16LE text.
 * @returns null when it is no whole object, or has no header
 */
export function readObject(object: Buffer): string | null {
  if (object.length < 6 || object.length > maxObjectBytes) return null;
  if (object.readUInt32LE(0) !== object.length) return null;
  let header: string | null = null;
  let at = 6;
  for (let record = object.readUInt16LE(4); record > 0; record -= 1) {
    if (at + 4 > object.length) return null;
    const end = at + 4 + object.readUInt16LE(at + 2);
    if (end > object.length) return null;
    if (object.readUInt16LE(at) === headerRecord) {
      header ??= object.subarray(at + 4, end).toString('utf16le');
    }
    at = end;
  }
  return at === object.length ? header : null;
}

/** Writes a PlayReady object with one header. @throws RangeError when the header is too long */
export function writeObject(header: string): Buffer {
  const value = Buffer.from(header, 'utf16le');
  const object = Buffer.alloc(10 + value.length);
  if (object.length > maxObjectBytes) throw new RangeError('the header is too long');
  object.writeUInt32LE(object.length, 0);
  object.writeUInt16LE(1, 4);
  object.writeUInt16LE(headerRecord, 6);
  object.writeUInt16LE(value.length, 8);
  value.copy(object, 10);
  return object;
}

/**
 * Writes the header that names one key (PlayReady Header Object specification): version 4.3 is the
 * first that knows `cbcs`; 4.0 is what every client reads. Without a checksum, which would need the
 * key.
 */
export function playReadyHeader(keyId: Uint8Array, scheme: 'cbcs' | 'cenc'): string {
  const value = swapGuid(keyId).toString('base64');
  const [version, data] =
    scheme === 'cbcs'
      ? [
          '4.3.0.0',
          `<PROTECTINFO><KIDS><KID ALGID="AESCBC" VALUE="${value}"></KID></KIDS></PROTECTINFO>`,
        ]
      : [
          '4.0.0.0',
          `<PROTECTINFO><KEYLEN>16</KEYLEN><ALGID>AESCTR</ALGID></PROTECTINFO><KID>${value}</KID>`,
        ];
  return `<WRMHEADER xmlns="${headerNamespace}" version="${version}"><DATA>${data}</DATA></WRMHEADER>`;
}

/**
 * Reads the key ids that a header names, in the usual byte order; null for anything but a header.
 */
export function readKeyIds(header: string): Buffer[] | null {
  const root = readXml(header);
  if (root?.name !== 'WRMHEADER' || root.uri !== headerNamespace) return null;
  return keyIdsIn(listElements(root));
}

export interface PlayReadyChallenge {
  /** The SOAP message that the service gets. */
  readonly soap: Buffer;
  /** The key IDs that its header names, in the usual byte order. */
  readonly keyIds: readonly Buffer[];
}

/**
 * Reads a licence acquisition: the SOAP message alone, or in the UTF-16LE envelope in which the EME
 * of Edge hands it over (`PlayReadyKeyMessage`, the message base64-encoded in `Challenge`).
 * @returns null for anything else
 */
export function readAcquisition(body: Buffer): PlayReadyChallenge | null {
  const soap = isUtf16(body) ? unwrapped(body) : body;
  if (!soap) return null;
  const found = readElements(soap.toString('utf8'));
  if (!found?.some(({ name }) => name === 'AcquireLicense')) return null;
  return { soap, keyIds: keyIdsIn(found) };
}

function keyIdsIn(elements: readonly XmlElement[]): Buffer[] {
  return elements.flatMap(({ name, text, attributes, uri }) => {
    if (uri !== headerNamespace || name !== 'KID') return [];
    // Version 4.0 writes it as text, later ones as an attribute.
    const keyId = Buffer.from(attributes['VALUE'] ?? text.trim(), 'base64');
    return keyId.length === keyIdBytes ? [swapGuid(keyId)] : [];
  });
}

/** Reads the status code of a SOAP fault: `0x8004C600`. Null when the answer is none. */
export function readFault(answer: string): string | null {
  const found = readElements(answer);
  if (!found?.some(({ name }) => name === 'Fault')) return null;
  const code = found.find(({ name }) => name === 'StatusCode')?.text.trim() ?? '';
  return /^0x[0-9a-fA-F]{1,8}$/.test(code) ? code : 'unknown';
}

/** Tells whether a service's answer is a licence, not an error page. */
export function isAcquired(answer: string): boolean {
  return readElements(answer)?.some(({ name }) => name === 'AcquireLicenseResponse') ?? false;
}

function isUtf16(body: Buffer): boolean {
  return body.length > 1 && (body.readUInt16LE(0) === 0xfeff || body[1] === 0);
}

function unwrapped(body: Buffer): Buffer | null {
  const text = body.toString('utf16le').replace(/^\ufeff/, '');
  const found = readElements(text);
  if (!found?.some(({ name }) => name === 'PlayReadyKeyMessage')) return null;
  const challenge = found.find(({ name }) => name === 'Challenge')?.text.trim() ?? '';
  const soap = Buffer.from(challenge, 'base64');
  return soap.length > 0 ? soap : null;
}

/** Lists every element of a document, flat; null for anything but readable XML. */
function readElements(text: string): XmlElement[] | null {
  const root = readXml(text);
  return root && listElements(root);
}
