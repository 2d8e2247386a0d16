import { type DrmSystem, drmSystems } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaylistError, rewritePlaylistKeys } from './hls-playlist.rules.ts';

const keyId = Buffer.from('c7bbbe1563f2ded7cb8730593103f109', 'hex');
const iv = '0x7affc0a262e41d9c2b707ab57fe464c9';
const widevine = `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AAAAXA==",KEYID=0xc7bbbe1563f2ded7cb8730593103f109,IV=${iv},KEYFORMATVERSIONS="1",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"`;
const playready = `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;charset=UTF-16;base64,vgEA",IV=${iv},KEYFORMATVERSIONS="1",KEYFORMAT="com.microsoft.playready"`;
const identity = (bytes: Uint8Array) =>
  `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,${Buffer.from(bytes).toString('base64')}",IV=${iv},KEYFORMAT="identity"`;
const playlistWith = (...keyLines: string[]) =>
  [
    ...['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-MAP:URI="init.mp4"', ...keyLines],
    ...['#EXTINF:2.005,', '1.m4s', '#EXT-X-ENDLIST', ''],
  ].join('\n');

describe('the key lines of a playlist', () => {
  it('name the key id to every system that asks for a licence, and to none as a key', () => {
    const answer = rewritePlaylistKeys(
      playlistWith(identity(keyId), playready, widevine),
      drmSystems,
    );
    const lines = answer.split('\n');
    expect(lines.filter((line) => !line.startsWith('#EXT-X-KEY:'))).toEqual(
      playlistWith().split('\n'),
    );
    expect(answer).not.toContain('identity');
    expect(answer).not.toContain(keyId.toString('base64'));
    expect(lines).toContain(playready);
    expect(lines).toContain(widevine);
    expect(answer).toContain(
      `URI="skd://c7bbbe1563f2ded7cb8730593103f109",IV=${iv},KEYFORMATVERSIONS="1",KEYFORMAT="com.apple.streamingkeydelivery"`,
    );
    const [, box = ''] = /base64,([^"]+)",[^\n]*KEYFORMAT="org\.w3\.clearkey"/.exec(answer) ?? [];
    expect(Buffer.from(box, 'base64').toString('hex')).toBe(
      `000000347073736801000000${'1077efecc0b24d02ace33c1e52e2fb4b'}00000001${keyId.toString('hex')}00000000`,
    );
  });

  it('are exactly those of the session’s key systems', () => {
    const formats: Record<DrmSystem, string> = {
      clearkey: 'org.w3.clearkey',
      widevine: 'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
      playready: 'com.microsoft.playready',
      fairplay: 'com.apple.streamingkeydelivery',
    };
    fc.assert(
      fc.property(fc.subarray([...drmSystems]), fc.boolean(), (systems, isCenc) => {
        const lines = [identity(keyId), playready, widevine].map((line) =>
          isCenc ? line.replace('SAMPLE-AES', 'SAMPLE-AES-CTR') : line,
        );
        const answer = rewritePlaylistKeys(playlistWith(...lines), systems);
        const named = [...answer.matchAll(/KEYFORMAT="([^"]+)"/g)].map(([, format]) => format);
        // FairPlay reads nothing but cbcs.
        const expected = systems.filter((system) => !isCenc || system !== 'fairplay');
        expect(named.sort()).toEqual(expected.map((system) => formats[system]).sort());
      }),
    );
  });

  it.each([
    ['clear segments', '#EXT-X-KEY:METHOD=NONE'],
    ['whole segments under one key', '#EXT-X-KEY:METHOD=AES-128,URI="https://x.example/key"'],
    ['a key to be fetched', '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://x.example/key"'],
    ['a key id that is none', identity(keyId.subarray(1))],
    ['two key ids', identity(Buffer.concat([keyId, keyId]))],
  ])('are refused for %s', (_, line) => {
    expect(() => rewritePlaylistKeys(playlistWith(line), drmSystems)).toThrow(PlaylistError);
  });

  it('of unknown systems are left out', () => {
    const line = `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AAAA",KEYFORMAT="x"`;
    expect(rewritePlaylistKeys(playlistWith(line), drmSystems)).toBe(playlistWith());
  });

  it('never contain an identity line, for any input', () => {
    const attributes = fc.dictionary(
      fc.constantFrom('METHOD', 'URI', 'KEYFORMAT', 'IV', 'KEYID'),
      fc.oneof(
        fc.constantFrom('SAMPLE-AES', 'NONE', '"identity"', '"data:text/plain;base64,AAAA"'),
        fc.string(),
      ),
    );
    const line = attributes.map(
      (of) =>
        `#EXT-X-KEY:${Object.entries(of)
          .map((pair) => pair.join('='))
          .join(',')}`,
    );
    fc.assert(
      fc.property(
        line.filter((text) => !/[\r\n]/.test(text)),
        (text) => {
          let answer = '';
          try {
            answer = rewritePlaylistKeys(playlistWith(text), drmSystems);
          } catch (error) {
            expect(error).toBeInstanceOf(PlaylistError);
          }
          expect(answer).not.toMatch(/KEYFORMAT="?identity|METHOD=NONE/);
        },
      ),
    );
  });
});
