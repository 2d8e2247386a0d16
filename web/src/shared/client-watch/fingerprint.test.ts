import { expect, test } from 'vitest';
import { type FingerprintParts, hashParts, listMismatch, readFingerprint } from './fingerprint.ts';

const device: FingerprintParts = {
  canvas: 'data:image/png;base64,AAAA',
  webgl: 'Mesa',
  audio: '12.5',
  fonts: '101.0',
  screen: '1920x1080x24',
  timezone: 'Asia/Kolkata',
  language: 'hi-IN',
  platform: 'Linux x86_64',
  userAgent: 'Mozilla/5.0',
};

test('keeps hashes alone, equal for the same device', async () => {
  const kept = await hashParts(device);
  expect(kept).toEqual(await hashParts({ ...device }));
  for (const text of Object.values(device)) expect(JSON.stringify(kept)).not.toContain(text);
  // Equal texts of two parts don't look equal.
  const hashes = Object.values(await hashParts({ ...device, canvas: '', webgl: '', audio: '' }));
  expect(new Set(hashes).size).toBe(9);
  expect(readFingerprint(JSON.stringify(kept))).toEqual(kept);
});

test('another device is one of which two parts differ; an update of the browser is none', async () => {
  const before = await hashParts(device);
  const after = (changes: Partial<FingerprintParts>) => hashParts({ ...device, ...changes });
  expect(listMismatch(before, await after({}))).toEqual([]);
  expect(listMismatch(before, await after({ userAgent: 'Mozilla/6.0' }))).toEqual([]);
  expect(listMismatch(before, await after({ screen: '1366x768x24' }))).toEqual([]);
  const updatedAndAway = await after({ userAgent: 'Mozilla/6.0', timezone: 'Europe/Paris' });
  expect(listMismatch(before, updatedAndAway)).toEqual([]);
  const another = await after({ webgl: 'ANGLE', canvas: 'x', userAgent: 'Mozilla/6.0' });
  expect(listMismatch(before, another)).toEqual(['canvas', 'webgl']);
});

test.each([null, '', 'x', '{}', '{"canvas":"plain"}', '[]'])(
  '%o is no kept fingerprint',
  (kept) => {
    expect(readFingerprint(kept)).toBeNull();
  },
);
