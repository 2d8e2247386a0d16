import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { CopyStateBadge } from './CopyBadge.tsx';
import { keptCopy } from './testing/memory-copies.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('offline');
});
afterEach(cleanup);

test.each([
  [{}, 'Downloaded'],
  [{ state: 'paused' as const }, 'Paused'],
  [{ state: 'downloading' as const, bytes: 21_000_000 }, 'Downloading 50%'],
  [{ state: 'downloading' as const, totalBytes: null }, 'Downloading 0%'],
])('a card says of %j: %s', (change, text) => {
  const { container } = render(<CopyStateBadge copy={{ ...keptCopy, ...change }} />);
  expect(container.textContent).toBe(text);
});

test('a card says nothing of a download that can’t be played', () => {
  const { container } = render(<CopyStateBadge copy={{ ...keptCopy, failure: 'revoked' }} />);
  expect(container.textContent).toBe('');
});
