import type { DrmDriver, DrmProvider } from '@prahari/contract';
import { expect, test } from 'vitest';
import { buildEdit, createDraft, listDrivers } from './provider-draft.ts';

const provider: DrmProvider = {
  system: 'widevine',
  version: 3,
  enabled: true,
  settings: null,
  fairPlay: null,
  hasSecrets: true,
  updatedAt: null,
  health: 'unused',
};
const licenceUrl = 'https://licences.example.org/';
const drivers: DrmDriver[] = [
  { driver: 'widevine-cloud', licenceUrl, provider: 'prahari', padding: 'zero' },
  { driver: 'axinom', licenceUrl, communicationKeyId: 'aa0151d7-081c-4699-a049-fc584556c9d2' },
  { driver: 'drmtoday', licenceUrl, merchant: 'prahari' },
  { driver: 'headers', licenceUrl, headers: [{ name: 'x-a', value: 'b: {secret}' }] },
];

test.each(drivers)('$driver comes back as it was, with its secrets untouched', (settings) => {
  const configured = { ...provider, settings };
  expect(buildEdit(configured, createDraft(configured))).toEqual({
    version: 3,
    enabled: true,
    settings,
    fairPlay: null,
  });
});

test('only typed secrets of the chosen driver are sent', () => {
  const draft = {
    ...createDraft(provider),
    secrets: { signingKey: ' ab ', signingIv: '', secret: 'x' },
  };
  expect(buildEdit(provider, draft).secrets).toEqual({ signingKey: 'ab' });
});

test('the Widevine cloud service is offered for Widevine alone', () => {
  expect(listDrivers('widevine')).toContain('widevine-cloud');
  expect(listDrivers('playready')).not.toContain('widevine-cloud');
});
