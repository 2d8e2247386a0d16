// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import {
  forgetLicence,
  isStillValid,
  type KeptLicence,
  keepLicence,
  listKeptLicences,
  readKeptLicences,
} from './kept-licences.ts';

const one: KeptLicence = {
  videoId: '8e4df3a4-1111-4a2b-8c3d-000000000002',
  keySystem: 'com.widevine.alpha',
  sessionId: 's1',
  initDataType: 'cenc',
  initData: 'AAEC',
  expirationTime: '2026-11-20T10:00:00.000Z',
};
beforeEach(() => localStorage.clear());

test('a licence is found again for its video and key system alone', () => {
  keepLicence(localStorage, one);
  expect(listKeptLicences(localStorage, one.videoId, one.keySystem)).toEqual([one]);
  expect(listKeptLicences(localStorage, one.videoId, 'com.apple.fps')).toEqual([]);
  expect(listKeptLicences(localStorage, one.videoId.replace('2', '3'), one.keySystem)).toEqual([]);
  forgetLicence(localStorage, one);
  expect(localStorage).toHaveLength(0);
});

test('it is valid until its time, and kept once', () => {
  const end = Date.parse(one.expirationTime);
  expect([isStillValid(one, end - 1), isStillValid(one, end)]).toEqual([true, false]);
  const renewed = { ...one, expirationTime: '2026-11-20T12:00:00.000Z' };
  for (const licence of [one, renewed]) keepLicence(localStorage, licence);
  expect(readKeptLicences(localStorage)).toEqual([renewed]);
});

test('no more than ten are remembered, and nothing of what is not understood', () => {
  for (let at = 0; at < 12; at += 1) keepLicence(localStorage, { ...one, sessionId: `s${at}` });
  expect(readKeptLicences(localStorage).map(({ sessionId }) => sessionId)).toEqual(
    Array.from({ length: 10 }, (_, at) => `s${at + 2}`),
  );
  for (const spoilt of ['[', '{}', '[{"videoId":1}]']) {
    localStorage.setItem('prahari.kept-licences', spoilt);
    expect(readKeptLicences(localStorage)).toEqual([]);
  }
});
