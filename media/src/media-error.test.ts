import { expect, test } from 'vitest';
import { MediaError, mediaErrorCodes } from './media-error.ts';

test('every code has its own explanation, and says what to do in whole sentences', () => {
  const messages = mediaErrorCodes.map((code) => new MediaError(code).message);
  expect(new Set(messages).size).toBe(mediaErrorCodes.length);
  for (const message of messages) expect(message).toMatch(/^[A-Z].{20,}\.$/);
});

test('raw tool output stays out of the message', () => {
  const error = new MediaError('broken_file', { detail: 'It stops early.', log: '/srv/secret: x' });
  expect(error.message).toContain('It stops early.');
  expect(error.message).not.toContain('/srv/secret');
  expect(error.log).toBe('/srv/secret: x');
});
