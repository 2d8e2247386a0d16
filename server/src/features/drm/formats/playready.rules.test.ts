import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAcquired,
  playReadyHeader,
  readAcquisition,
  readFault,
  readKeyIds,
  readObject,
  swapGuid,
  writeObject,
} from './playready.rules.ts';

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));

describe('key ids', () => {
  it('are written as the published example', () => {
    const keyId = Buffer.from('10000000100010001000100000000001', 'hex');
    expect(swapGuid(keyId).toString('base64')).toBe('AAAAEAAQABAQABAAAAAAAQ==');
  });

  it('come back after two swaps', () => {
    fc.assert(
      fc.property(bytes16, (id) => {
        expect(swapGuid(swapGuid(id))).toEqual(id);
      }),
    );
  });
});

describe('a PlayReady object', () => {
  /** Version 4.0 with Microsoft's public test key. */
  const header =
    '<WRMHEADER xmlns="http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader" version="4.0.0.0"><DATA><PROTECTINFO><KEYLEN>16</KEYLEN><ALGID>AESCTR</ALGID></PROTECTINFO><KID>AAAAEAAQABAQABAAAAAAAQ==</KID><CHECKSUM>ipY1KujFLm4=</CHECKSUM></DATA></WRMHEADER>';

  it('is the published one, byte for byte', () => {
    const object = writeObject(header);
    expect(object).toHaveLength(518);
    expect(object.subarray(0, 10).toString('hex')).toBe('0602000001000100fc01');
    expect(createHash('sha256').update(object).digest('hex')).toBe(
      '2e8c9c6bd65c1c38f9a47650c21a550622964e1c7a9c70bd46dbd1e296de8bed',
    );
  });

  it('gives its header back', () => {
    const texts = fc.string({ unit: 'grapheme-ascii', maxLength: 500 });
    fc.assert(
      fc.property(texts, (text) => {
        expect(readObject(writeObject(text))).toBe(text);
      }),
    );
  });

  it('cut off, drawn out or changed in its lengths is none', () => {
    const object = writeObject(header);
    for (let length = 0; length < object.length; length += 1) {
      expect(readObject(object.subarray(0, length))).toBeNull();
    }
    expect(readObject(Buffer.concat([object, Buffer.of(0)]))).toBeNull();
    for (const at of [0, 1, 2, 3, 4, 5, 8, 9]) {
      const changed = Buffer.from(object);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(readObject(changed)).toBeNull();
    }
    expect(() => writeObject('x'.repeat(8000))).toThrow(RangeError);
  });
});

describe('a header', () => {
  it('is as Shaka Packager writes it for cbcs', () => {
    const keyId = Buffer.from('340c4fc4fdc1f5b1143a208ffe7844c4', 'hex');
    expect(playReadyHeader(keyId, 'cbcs')).toBe(
      '<WRMHEADER xmlns="http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader" version="4.3.0.0"><DATA><PROTECTINFO><KIDS><KID ALGID="AESCBC" VALUE="xE8MNMH9sfUUOiCP/nhExA=="></KID></KIDS></PROTECTINFO></DATA></WRMHEADER>',
    );
  });

  it('gives its key id back, also out of an object', () => {
    fc.assert(
      fc.property(bytes16, fc.constantFrom('cbcs', 'cenc'), (keyId, scheme) => {
        const header = readObject(writeObject(playReadyHeader(keyId, scheme)));
        expect(readKeyIds(header ?? '')).toEqual([keyId]);
      }),
    );
  });

  it('changed or cut is read or refused, without any other failure', () => {
    const text = playReadyHeader(Buffer.alloc(16, 7), 'cbcs');
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 4 }), fc.nat(3), (at, put, cut) => {
        const changed = text.slice(0, at) + put + text.slice(at + cut);
        const found = readKeyIds(changed);
        expect(found === null || found.length <= 1).toBe(true);
      }),
    );
    expect(readKeyIds('<x/>')).toBeNull();
  });
});

const headerWith = (kids: string) =>
  `<WRMHEADER xmlns="http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader" version="4.3.0.0"><DATA><PROTECTINFO>${kids}</PROTECTINFO></DATA></WRMHEADER>`;
const soapWith = (header: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><AcquireLicense xmlns="http://schemas.microsoft.com/DRM/2007/03/protocols"><challenge><Challenge xmlns="http://schemas.microsoft.com/DRM/2007/03/protocols/messages"><LA><ContentHeader>${header}</ContentHeader></LA></Challenge></challenge></AcquireLicense></soap:Body></soap:Envelope>`;
const wrapped = (soap: string) =>
  Buffer.from(
    `<PlayReadyKeyMessage type="LicenseAcquisition"><LicenseAcquisition Version="1"><Challenge encoding="base64encoded">${Buffer.from(soap).toString('base64')}</Challenge><HttpHeaders><HttpHeader><name>Content-Type</name><value>text/xml; charset=utf-8</value></HttpHeader></HttpHeaders></LicenseAcquisition></PlayReadyKeyMessage>`,
    'utf16le',
  );

describe('a licence acquisition', () => {
  it('names its keys, alone and in the envelope of EME', () => {
    fc.assert(
      fc.property(fc.array(bytes16, { maxLength: 3 }), (ids) => {
        const kids = ids.map(
          (id) => `<KID ALGID="AESCBC" VALUE="${swapGuid(id).toString('base64')}"></KID>`,
        );
        const soap = soapWith(headerWith(`<KIDS>${kids.join('')}</KIDS>`));
        expect(readAcquisition(Buffer.from(soap))).toEqual({
          soap: Buffer.from(soap),
          keyIds: ids,
        });
        expect(readAcquisition(wrapped(soap))).toEqual({ soap: Buffer.from(soap), keyIds: ids });
      }),
    );
  });

  it('of version 4.0 names its one key as text', () => {
    const soap = soapWith(headerWith('<KID>AAAAEAAQABAQABAAAAAAAQ==</KID>'));
    expect(readAcquisition(Buffer.from(soap))?.keyIds.map((id) => id.toString('hex'))).toEqual([
      '10000000100010001000100000000001',
    ]);
  });

  it.each([
    ['empty', ''],
    ['something else', '<a/>'],
    ['cut off', soapWith(headerWith('')).slice(0, -5)],
    ['with a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${soapWith(headerWith(''))}`],
    ['with an entity of nobody', soapWith(headerWith('&b;'))],
  ])('that is %s is refused', (_, text) => {
    expect(readAcquisition(Buffer.from(text))).toBeNull();
    expect(readAcquisition(wrapped(text))).toBeNull();
  });

  it('is read or refused, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => readAcquisition(Buffer.from(bytes))).not.toThrow();
      }),
    );
    const whole = wrapped(soapWith(headerWith('')));
    fc.assert(
      fc.property(fc.nat(), fc.nat(255), (at, byte) => {
        const bytes = Buffer.from(whole);
        bytes[at % bytes.length] = byte;
        expect(() => readAcquisition(bytes)).not.toThrow();
      }),
    );
  });
});

it('an answer is a licence, a fault with its code, or nothing known', () => {
  const licence = '<e:Envelope xmlns:e="e"><e:Body><AcquireLicenseResponse/></e:Body></e:Envelope>';
  expect([isAcquired(licence), readFault(licence)]).toEqual([true, null]);
  const fault =
    '<e:Envelope xmlns:e="e"><e:Body><e:Fault><detail><Exception><StatusCode>0x8004C600</StatusCode></Exception></detail></e:Fault></e:Body></e:Envelope>';
  expect([isAcquired(fault), readFault(fault)]).toEqual([false, '0x8004C600']);
  expect(readFault(fault.replace('0x8004C600', 'none'))).toBe('unknown');
  expect([isAcquired('<html>'), readFault('<html>')]).toEqual([false, null]);
});
