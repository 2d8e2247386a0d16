import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { FullscreenOverlay } from './FullscreenOverlay.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('player');
});
afterEach(cleanup);

const overlay = (
  <FullscreenOverlay resumeAtSeconds={0} onEnter={() => undefined} onStartOver={() => undefined} />
);

test('Enter plays at once: its button has the focus where nothing else has', () => {
  render(overlay);
  const button = screen.getByRole('button', { name: 'Enter Fullscreen to Play' });
  expect(document.activeElement).toBe(button);
});

test('takes the focus from nobody who writes', () => {
  render(<input aria-label="A note" />);
  const note = screen.getByRole('textbox');
  note.focus();
  render(overlay);
  expect(document.activeElement).toBe(note);
});
