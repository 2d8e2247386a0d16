import type { DrmDriver } from '@prahari/contract';
import { expect, it } from 'vitest';
import { findChangedFields } from '../../../platform/audit-log/changed-fields.ts';
import { listProviderFacts } from './provider-audit-facts.rules.ts';

const address = { licenceUrl: 'https://licences.example.org/' };
const cloud = {
  driver: 'widevine-cloud',
  ...address,
  provider: 'school',
  padding: 'pkcs7',
} as const;
const headersOf = (value: string): DrmDriver => ({
  ...address,
  driver: 'headers',
  headers: [{ name: 'X-Api-Key', value }],
});
const stored = { enabled: true, fairPlay: null };

/** What of a change the log keeps. */
function logged(...facts: Parameters<typeof listProviderFacts>) {
  const { before, after } = listProviderFacts(...facts);
  return findChangedFields(before, after);
}

it('a licence service is logged field by field, and a change as the fields that changed', () => {
  const before = { ...stored, settings: cloud };
  expect(logged({ before: undefined, after: before, areSecretsNew: true })).toEqual({
    before: {},
    after: { enabled: true, ...cloud },
  });
  const after = { ...stored, settings: { ...cloud, padding: 'zero' as const } };
  expect(logged({ before, after, areSecretsNew: true })).toEqual({
    before: { padding: 'pkcs7' },
    after: { padding: 'zero', credentials: 'replaced' },
  });
});

it('the value of a header, which may hold a key, is not logged, only that it changed', () => {
  const before = { ...stored, settings: headersOf('first-key') };
  const change = { before, after: { ...stored, settings: headersOf('second-key') } };
  expect(logged(change)).toEqual({
    before: { headers: ['X-Api-Key'] },
    after: { headers: ['X-Api-Key (new)'] },
  });
  expect(logged({ before, after: before })).toEqual({ before: {}, after: {} });
});
