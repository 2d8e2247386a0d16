// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import {
  formatBytes,
  formatDateTime,
  formatDuration,
  formatLanguage,
  formatNumber,
} from '../../shared/format/format.ts';
import { loadTextsIn, sayIn } from '../../shared/i18n/i18n.ts';
import { formatValue, type Words } from './value-text.ts';

let words: Words;
beforeAll(async () => {
  await loadTextsIn('en', 'admin');
  words = {
    t: sayIn('en'),
    format: {
      number: (value) => formatNumber(value, 'en'),
      bytes: (value) => formatBytes(value, 'en'),
      dateTime: (time) => formatDateTime(time, 'en'),
      duration: formatDuration,
      language: (tag) => formatLanguage(tag, 'en'),
    },
  };
});

test.each([
  ['userType', 'SUPER_ADMIN', 'Super administrator'],
  ['status', 'blocked', 'Blocked'],
  ['status', 'suppressed', 'Dismissed'],
  ['status', 'acknowledged', 'Acknowledged'],
  ['published', false, 'No'],
  ['isDeleted', true, 'Yes'],
  ['loginCount', 123456, '1,23,456'],
  ['fileSizeBytes', 1_500_000, '1.5 MB'],
  ['permissions', ['users.read', 'devices.manage'], 'View users, Manage devices'],
  ['permissions', ['gone.right'], 'gone.right'],
  ['adminScope', { level: 'global' }, 'Everyone'],
  ['adminScope', { level: 'district', values: ['Pune', 'Thane'] }, 'Districts: Pune, Thane'],
  ['scope', ['crypto', 'logging'], 'Cryptography, Logging'],
  ['severity', 'informational', 'Informational'],
  ['status', 'accepted', 'Risk accepted'],
  ['difficulty', 'beginner', 'Beginner'],
  ['type', 'revision', 'Revision'],
  ['language', 'hi', 'Hindi'],
  ['atSeconds', 75, '1:15'],
  ['groupIds', ['8e4df3a4-1111-4a2b-8c3d-000000000001'], '1'],
  ['chapters', [{ startSeconds: 0, title: 'Light' }], '0:00 Light'],
  ['contactNumber', '•••• ••3456 (new)', '•••• ••3456, changed'],
  ['name', 'LEARNER', 'LEARNER'],
  ['action', 'user.block', 'User blocked'],
  ['action', 'gone.act', 'gone.act'],
  ['severity', 'high', 'High'],
  ['type', ['page_hidden', 'copy'], 'Page hidden, Copied'],
  ['reported', 'true', 'Yes'],
  ['resolved', 'false', 'No'],
  ['name', 'true', 'true'],
  ['district', null, ''],
  ['driver', 'axinom', 'Axinom (entitlement message)'],
  ['padding', 'zero', 'Zeroes'],
  ['credentials', 'replaced', 'replaced'],
  ['headers', ['X-Api-Key (new)', 'X-School'], 'X-Api-Key, changed, X-School'],
  ['other', { a: 1 }, '{"a":1}'],
])('%s %j reads as %j', (field, value, text) => {
  expect(formatValue(field, value, words)).toBe(text);
});

test('an instant reads as a date', () => {
  expect(formatValue('expiresAt', '2026-11-27T10:00:00.000Z', words)).toContain('2026');
});
