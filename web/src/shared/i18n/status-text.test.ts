import { expect, test } from 'vitest';
import { texts } from './en/first.po';
import { findStatusTextKey } from './status-text.ts';

test.each([
  [401, 'Authentication required. Please log in again.'],
  [403, 'You do not have permission to perform this action.'],
  [404, 'The requested resource was not found.'],
  [429, 'Too many requests. Please wait a moment and try again.'],
  [500, 'Server error. Our team has been notified. Please try again later.'],
  [503, 'Server error. Our team has been notified. Please try again later.'],
  [0, 'Network connection lost. Please check your internet connection.'],
  [418, 'An unexpected error occurred. Please try again.'],
])('status %i has the words of the specification', (status, words) => {
  const messages = Object.fromEntries(
    Object.entries(texts['errors'] ?? {}).map(([key, text]) => [`errors.${key}`, text]),
  );
  expect(messages[findStatusTextKey(status)]).toBe(words);
});
