import { drmSystems } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withKeySystems } from './manifest-protection.rules.ts';
import { readKeyIds, readObject } from './playready.rules.ts';
import { readPsshs, systemIds } from './pssh.rules.ts';

const kids = ['340c4fc4-fdc1-f5b1-143a-208ffe7844c4', 'abcf4501-702f-9d30-a949-bd944d879ed8'];
const hexOf = (kid: string) => kid.replaceAll('-', '');

/** As Shaka Packager 3.4 writes it. */
const setOf = (kid: string, scheme = 'cbcs') => `    <AdaptationSet>
      <ContentProtection value="${scheme}" schemeIdUri="urn:mpeg:dash:mp4protection:2011" cenc:default_KID="${kid}"/>
      <ContentProtection schemeIdUri="urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b">
        <cenc:pssh>AAAAVHBzc2gBAAAAEHfv7MCyTQKs4zweUuL7SwAAAAOrz0UBcC+dMKlJvZRNh57YNAxPxP3B9bEUOiCP/nhExJ0vJwU1Ra0WiUyfbntDktYAAAAA</cenc:pssh>
      </ContentProtection>
      <ContentProtection value="MSPR 2.0" schemeIdUri="urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95">
        <mspr:pro>AAAA</mspr:pro>
      </ContentProtection>
      <ContentProtection schemeIdUri="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"/>
      <Role/>
    </AdaptationSet>
`;
const packaged = `<MPD>\n${kids.map((kid) => setOf(kid)).join('')}</MPD>`;
const uuids = (text: string) =>
  [...text.matchAll(/urn:uuid:([0-9a-f-]+)"/g)].map(([, uuid = '']) => hexOf(uuid));
const boxes = (text: string) =>
  [...text.matchAll(/<cenc:pssh[^>]*>([^<]+)</g)].map(([, box = '']) =>
    readPsshs(Buffer.from(box, 'base64')),
  );

describe('a manifest', () => {
  it('names the key systems that are requested, in each set, and no other', () => {
    fc.assert(
      fc.property(fc.subarray([...drmSystems]), (systems) => {
        const ids = systems.map((system) => systemIds[system === 'clearkey' ? 'common' : system]);
        const found = withKeySystems(packaged, systems);
        expect(uuids(found)).toEqual([...ids, ...ids]);
        for (const box of boxes(found)) expect(box).toHaveLength(1);
        // All else stays, and a second time changes nothing.
        expect(found.match(/<Role\/>/g)).toHaveLength(2);
        expect(found.match(/mp4protection:2011/g)).toHaveLength(2);
        expect(withKeySystems(found, systems)).toBe(found);
      }),
    );
  });

  it('has all keys in the boxes of Clear Key and Widevine, and its own in those of the others', () => {
    const clearKey = boxes(withKeySystems(packaged, ['clearkey']));
    expect(clearKey.map((box) => box?.[0]?.keyIds.map((id) => id.toString('hex')))).toEqual([
      kids.map(hexOf),
      kids.map(hexOf),
    ]);
    const [widevine] = boxes(withKeySystems(packaged, ['widevine']));
    // Key ids in field 2, and `cbcs` in field 9, as Shaka Packager writes them.
    expect(widevine?.[0]?.data.toString('hex')).toBe(
      `${kids.map((kid) => `1210${hexOf(kid)}`).join('')}48f3c6899b06`,
    );
    const fairPlay = boxes(withKeySystems(packaged, ['fairplay']));
    expect(fairPlay.map((box) => box?.[0]?.keyIds[0]?.toString('hex'))).toEqual(kids.map(hexOf));
  });

  it.each([
    ['cbcs', 'AESCBC'],
    ['cenc', 'AESCTR'],
  ])('of %s has the PlayReady object twice: in its box and by itself', (scheme, algorithm) => {
    const found = withKeySystems(setOf(kids[0]!, scheme), ['playready']);
    const [, object = ''] = /<mspr:pro[^>]*>([^<]+)</.exec(found) ?? [];
    const header = readObject(Buffer.from(object, 'base64')) ?? '';
    expect(header).toContain(algorithm);
    expect(readKeyIds(header)?.map((id) => id.toString('hex'))).toEqual([hexOf(kids[0]!)]);
    expect(boxes(found)[0]?.[0]?.data.toString('base64')).toBe(object);
  });

  it('without encryption stays as it is', () => {
    expect(withKeySystems('<MPD><Role/></MPD>', ['widevine'])).toBe('<MPD><Role/></MPD>');
  });
});
