import type { QualityClass } from '@prahari/media';
import { readXml, type XmlElement } from '../../../platform/xml/read-xml.ts';
import { type DocumentKey, openValue, readDocumentKey } from './document-key.rules.ts';

/** DASH-IF Content Protection Information Exchange, as AWS SPEKE 2.0 uses it. */
const cpixNamespace = 'urn:dashif:org:cpix';
const pskcNamespace = 'urn:ietf:params:xml:ns:keyprov:pskc';
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
const cpixVersion = '2.3';

/** ISO/IEC 23001-7: system ids for which the service must know the key. */
const systemIds = {
  widevine: 'edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
  playready: '9a04f079-9840-4286-ab92-e65be0885f95',
  fairplay: '94ce86fb-07ff-4f43-adb8-93d2fa968ca2',
} as const;
export type CpixSystem = keyof typeof systemIds;

/** SPEKE's names of the classes that a key decrypts. */
const trackTypes = { AUDIO: 'AUDIO', SD: 'SD', HD: 'HD' } as const satisfies Record<
  QualityClass,
  string
>;

export interface CpixRequest {
  readonly contentId: string;
  readonly keys: readonly { readonly keyId: Buffer; readonly qualityClass: QualityClass }[];
  readonly scheme: 'cbcs' | 'cenc';
  readonly systems: readonly CpixSystem[];
  /** DER; null if keys are sent in clear, under TLS alone. */
  readonly certificate: Buffer | null;
}

/** Writes the request document: keys without values, which the service fills in. */
export function writeCpix({ contentId, keys, scheme, systems, certificate }: CpixRequest): string {
  const uuids = keys.map(({ keyId }) => formatUuid(keyId));
  const contentKeys = uuids.map(
    (kid) => `<cpix:ContentKey kid="${kid}" commonEncryptionScheme="${scheme}"/>`,
  );
  const drmSystems = systems.flatMap((system) =>
    uuids.map((kid) => `<cpix:DRMSystem kid="${kid}" systemId="${systemIds[system]}"/>`),
  );
  const rules = keys.map(
    ({ qualityClass }, i) =>
      `<cpix:ContentKeyUsageRule kid="${uuids[i]}" intendedTrackType="${trackTypes[qualityClass]}"><cpix:${
        qualityClass === 'AUDIO' ? 'Audio' : 'Video'
      }Filter/></cpix:ContentKeyUsageRule>`,
  );
  const delivery = certificate
    ? `<cpix:DeliveryDataList><cpix:DeliveryData><cpix:DeliveryKey><ds:X509Data><ds:X509Certificate>${certificate.toString(
        'base64',
      )}</ds:X509Certificate></ds:X509Data></cpix:DeliveryKey></cpix:DeliveryData></cpix:DeliveryDataList>`
    : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<cpix:CPIX xmlns:cpix="${cpixNamespace}" xmlns:pskc="${pskcNamespace}" xmlns:ds="${signatureNamespace}" contentId="${escaped(contentId)}" version="${cpixVersion}">`,
    delivery,
    `<cpix:ContentKeyList>${contentKeys.join('')}</cpix:ContentKeyList>`,
    `<cpix:DRMSystemList>${drmSystems.join('')}</cpix:DRMSystemList>`,
    `<cpix:ContentKeyUsageRuleList>${rules.join('')}</cpix:ContentKeyUsageRuleList>`,
    '</cpix:CPIX>',
  ].join('');
}

export interface CpixKey {
  readonly qualityClass: QualityClass;
  /** The service may replace the requested one. */
  readonly keyId: Buffer;
  readonly key: Buffer;
}

/**
 * An answer that does not fit; `message` is for an administrator and contains nothing of the
 * answer.
 */
export class CpixFault extends Error {
  override readonly name = 'CpixFault';
}

const keyBytes = 16;

/**
 * Reads the keys in an answer. Strict: one for each requested class, in the requested scheme, of
 * this content, known to every system, and encrypted if requested.
 * @param privateKeyPem opens the document key; null where keys were asked for in clear
 * @throws CpixFault
 */
export function readCpix(
  text: string,
  request: CpixRequest,
  privateKeyPem: string | null,
): CpixKey[] {
  const root = readXml(text);
  if (root?.name !== 'CPIX' || root.uri !== cpixNamespace) {
    throw new CpixFault('The key service did not answer with a CPIX document.');
  }
  if (root.attributes['contentId'] !== request.contentId) {
    throw new CpixFault('The key service answered for another content.');
  }
  const documentKey = privateKeyPem === null ? null : openDocumentKey(root, privateKeyPem);
  const values = new Map(
    within(root, 'ContentKeyList', 'ContentKey').map((element) => {
      const kid = uuidIn(element.attributes['kid']);
      if (element.attributes['commonEncryptionScheme'] !== request.scheme) {
        throw new CpixFault('The key service answered for another encryption scheme.');
      }
      return [kid, readKey(element, documentKey)];
    }),
  );
  if (values.size !== request.keys.length) {
    throw new CpixFault('The key service answered another number of keys than it was asked for.');
  }
  requireSystems(root, request, [...values.keys()]);
  const kids = new Map(
    within(root, 'ContentKeyUsageRuleList', 'ContentKeyUsageRule').map((rule) => [
      rule.attributes['intendedTrackType'],
      uuidIn(rule.attributes['kid']),
    ]),
  );
  const found = request.keys.map(({ qualityClass }) => {
    const kid = kids.get(trackTypes[qualityClass]) ?? '';
    const key = values.get(kid);
    if (!key) throw new CpixFault(`The key service answered no key for ${qualityClass}.`);
    return { qualityClass, keyId: Buffer.from(kid.replaceAll('-', ''), 'hex'), key };
  });
  if (new Set(found.map(({ keyId }) => keyId.toString('hex'))).size !== found.length) {
    throw new CpixFault('The key service answered one key for several qualities.');
  }
  return found;
}

function openDocumentKey(root: XmlElement, privateKeyPem: string): DocumentKey {
  const [delivery] = within(root, 'DeliveryDataList', 'DeliveryData');
  const found = delivery && readDocumentKey(delivery, privateKeyPem);
  if (!found) throw new CpixFault('The key service did not encrypt its keys for our certificate.');
  return found;
}

function readKey(element: XmlElement, documentKey: DocumentKey | null): Buffer {
  const [secret] = within(element, 'Data', 'Secret');
  const plain = secret?.children.find(({ name }) => name === 'PlainValue');
  if (documentKey === null) {
    const key = fromBase64(plain?.text);
    if (key?.length !== keyBytes)
      throw new CpixFault('The key service answered a key that is none.');
    return key;
  }
  const key = secret && !plain ? openValue(secret, documentKey) : null;
  if (key?.length !== keyBytes) {
    throw new CpixFault('A key of the key service could not be decrypted.');
  }
  return key;
}

/** Requires every requested system for every key (SPEKE 2.0). */
function requireSystems(root: XmlElement, request: CpixRequest, kids: readonly string[]): void {
  const told = new Set(
    within(root, 'DRMSystemList', 'DRMSystem').map(
      ({ attributes }) => `${attributes['systemId']?.toLowerCase()}/${uuidIn(attributes['kid'])}`,
    ),
  );
  const isComplete = request.systems.every((system) =>
    kids.every((kid) => told.has(`${systemIds[system]}/${kid}`)),
  );
  if (!isComplete)
    throw new CpixFault('The key service left out a key system that it was asked for.');
}

function within(element: XmlElement, list: string, item: string): XmlElement[] {
  return element.children
    .filter(({ name }) => name === list)
    .flatMap(({ children }) => children.filter(({ name }) => name === item));
}

function uuidIn(text: string | undefined): string {
  const uuid = text?.toLowerCase() ?? '';
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) {
    throw new CpixFault('The key service answered a key id that is none.');
  }
  return uuid;
}

/** Decodes canonical base64; undefined for anything else. */
function fromBase64(text: string | undefined): Buffer | undefined {
  const plain = text?.replaceAll(/\s/g, '') ?? '';
  const bytes = Buffer.from(plain, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === plain ? bytes : undefined;
}

function formatUuid(keyId: Buffer): string {
  return keyId.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
