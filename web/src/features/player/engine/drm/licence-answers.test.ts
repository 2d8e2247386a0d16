import { type Endpoint, endpoints } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { aStream } from '../../testing/a-stream.ts';
import { createLicenceAnswers, fetchCertificate } from './licence-answers.ts';

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
