import { incidentTypeNames, isViolation } from '@prahari/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { TriggerLine } from './TriggerLine.tsx';

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('lesson')]);
});

function said(trigger: Parameters<typeof TriggerLine>[0]['trigger']): string | null {
  cleanup();
  const { container } = render(<TriggerLine trigger={trigger} />);
  return container.textContent;
}

test('a key is named as the learner pressed it', () => {
  expect(said({ incident: 'blocked_hotkey', hotkey: 'Ctrl+Shift+R' })).toBe(
    'Ctrl+Shift+R was pressed',
  );
  expect(screen.getByText('Ctrl+Shift+R was pressed')).toBeDefined();
});

test('whatever can be a violation has its words, and nothing else has', () => {
  for (const incident of incidentTypeNames) {
    const words = said({ incident, hotkey: undefined });
    if (isViolation(incident, 'high')) expect(words).toMatch(/^[A-Z][^.]+[a-z]$/);
    else expect(words).toBe('');
  }
});
