import { type Endpoint, endpoints, type Stream } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listKeyIds } from '../../../../domain/videos/key-ids.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { aStream } from '../../testing/a-stream.ts';
import {
  createLicenceAnswers,
  createLicenceSource,
  fetchCertificate,
  parseLicenceRequest,
} from './licence-requests.ts';

const challenge = new Uint8Array([8, 1, 18, 3]);

function openApi(answer: unknown) {
  const asked: { endpoint: Endpoint; input: unknown }[] = [];
  async function call(endpoint: Endpoint, input: unknown): Promise<never> {
    asked.push({ endpoint, input });
    if (answer instanceof Error) throw answer;
    return answer as never;
  }
  const api: Pick<Api, 'call'> = { call };
  return { api, asked };
}

const query = { playbackSession: aStream.playbackSessionId };

describe('a message of the CDM', () => {
  test.each([
    ['com.widevine.alpha', endpoints.drm.widevineLicense, Uint8Array.of(9)],
    ['com.microsoft.playready.recommendation', endpoints.drm.playReadyLicense, '<xml/>'],
    ['com.apple.fps', endpoints.drm.fairPlayLicense, Uint8Array.of(7)],
  ] as const)('of %s goes to its licence call as it is', async (name, endpoint, answer) => {
    const { api, asked } = openApi(answer);
    const notes: string[] = [];
    const answers = createLicenceAnswers(name, api, aStream, {
      chosen: Promise.resolve(),
      note: (eventType) => void notes.push(eventType),
      keeps: false,
    });
    expect(await answers(challenge)).toEqual(answer);
    expect(asked).toEqual([{ endpoint, input: { query, body: challenge } }]);
    expect(notes).toEqual(['cache_miss', 'license_request']);
  });

  test('waits until the user chose, and a refusal is noted and passed on', async () => {
    let choose = () => undefined as void;
    const chosen = new Promise<void>((resolve) => {
      choose = resolve;
    });
    const { api, asked } = openApi(new Error('no'));
    const notes: string[] = [];
    const note = (eventType: string) => void notes.push(eventType);
    const answers = createLicenceAnswers('com.widevine.alpha', api, aStream, {
      chosen,
      note,
      keeps: false,
    });
    const answer = answers(challenge.buffer);
    answer.catch(() => undefined);
    await null;
    expect(asked).toEqual([]);
    choose();
    await expect(answer).rejects.toThrow('no');
    expect(notes.at(-1)).toBe('license_load_failed');
  });

  test('says that the browser will keep the licence, where it will', async () => {
    const { api, asked } = openApi(Uint8Array.of(9));
    const notes: string[] = [];
    const note = (eventType: string) => void notes.push(eventType);
    const when = { chosen: Promise.resolve(), note, keeps: true };
    await createLicenceAnswers('com.widevine.alpha', api, aStream, when)(challenge);
    expect(asked[0]?.input).toEqual({ query: { ...query, keep: 'true' }, body: challenge });
    expect(notes).toEqual(['cache_miss', 'license_request', 'license_cached']);
  });

  test('that asks for the certificate of the service is noted as no licence', async () => {
    const { api } = openApi(Uint8Array.of(1));
    const notes: string[] = [];
    const note = (eventType: string) => void notes.push(eventType);
    const when = { chosen: Promise.resolve(), note, keeps: false };
    await createLicenceAnswers('com.widevine.alpha', api, aStream, when)(Uint8Array.of(8, 4));
    expect(notes).toEqual([]);
  });
});

test('the certificate is fetched where the key system needs one', async () => {
  const { api, asked } = openApi(Uint8Array.of(48));
  expect(await fetchCertificate(api, { certificateUrl: null })).toBeNull();
  expect(asked).toEqual([]);
  expect(await fetchCertificate(api, { certificateUrl: '/c' })).toEqual(Uint8Array.of(48));
});

const uuid = '00112233-4455-6677-8899-aabbccddeeff';
const keyId = 'ABEiM0RVZneImaq7zN3u_w';
const manifest = `<MPD><ContentProtection cenc:default_KID="${uuid}"/>
  <ContentProtection cenc:default_KID="${uuid.toUpperCase()}"/></MPD>`;

function source(text: string, chosen = Promise.resolve()) {
  const asked: unknown[] = [];
  const notes: string[] = [];
  async function call(endpoint: Endpoint, input: unknown): Promise<never> {
    expect(endpoint).toBe(endpoints.drm.clearKeyLicense);
    asked.push(input);
    return { keys: [], type: 'temporary' } as never;
  }
  const api: Pick<Api, 'call'> = { call };
  const stream = { playbackSessionId: 'p1', manifest: { dash: '/x', text } } as Stream;
  const note = (eventType: string, networkCall: boolean) =>
    void notes.push(`${eventType}${networkCall ? ' !' : ''}`);
  return { asked, notes, licences: createLicenceSource(api, stream, chosen, note) };
}

describe('key IDs of a manifest', () => {
  test('are found once each, as base64url', () => {
    expect(listKeyIds(manifest)).toEqual([keyId]);
    expect(listKeyIds('<MPD/>')).toEqual([]);
  });

  test('are the bytes of the identifier', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        const text = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
        const [found = ''] = listKeyIds(`default_KID="${text}"`);
        expect(found).toMatch(/^[\w-]{22}$/);
        const decoded = atob(found.replaceAll('-', '+').replaceAll('_', '/'));
        expect([...decoded].map((sign) => sign.charCodeAt(0))).toEqual([...bytes]);
      }),
    );
  });
});

describe('the licence source', () => {
  test('asks for nothing before the user chose', async () => {
    let choose = () => undefined as void;
    const chosen = new Promise<void>((resolve) => {
      choose = resolve;
    });
    const { asked, licences } = source(manifest, chosen);
    const licence = licences([keyId]);
    await null;
    expect(asked).toEqual([]);
    choose();
    await licence;
    expect(asked).toHaveLength(1);
  });

  test('asks once, ahead, for all that the manifest names', async () => {
    const { asked, licences } = source(manifest);
    await null;
    expect(asked).toEqual([
      { query: { playbackSession: 'p1' }, body: { kids: [keyId], type: 'temporary' } },
    ]);
    await licences([keyId]);
    await licences([keyId]);
    expect(asked).toHaveLength(1);
  });

  test('notes each call as a request, and no look-up in a cache that keeps nothing', async () => {
    const { notes, licences } = source(manifest);
    await licences([keyId]);
    expect(notes).toEqual(['license_request !']);
    await licences(['AAAAAAAAAAAAAAAAAAAAAA']);
    expect(notes).toEqual(['license_request !', 'license_request !']);
  });

  test('asks again for a key that the manifest does not name', async () => {
    const { asked, licences } = source(manifest);
    await licences(['AAAAAAAAAAAAAAAAAAAAAA']);
    expect(asked).toHaveLength(2);
  });
});

test('the message of the CDM is read', () => {
  const message = new TextEncoder().encode(`{"kids":["${keyId}"],"type":"temporary"}`);
  expect(parseLicenceRequest(message)).toEqual([keyId]);
  expect(() => parseLicenceRequest(new TextEncoder().encode('{}'))).toThrow();
  expect(() => parseLicenceRequest(null)).toThrow();
});
