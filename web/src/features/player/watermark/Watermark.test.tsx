// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Watermark } from './Watermark.tsx';

afterEach(cleanup);

const watermark = { maskedNumber: '•••• ••3210', sessionCode: 'ABPJ-XZVS' };
const policy = { watermarkOpacity: 0.45, watermarkMoveEveryMs: 20_000 };

test('four corners and a moving mark name the session, for eyes only', () => {
  render(<Watermark watermark={watermark} policy={policy} plays={0} />);
  expect(screen.getAllByText('ABPJ-XZVS')).toHaveLength(5);
  expect(screen.getByTestId('watermark').textContent).toContain('3210');
  expect(screen.getByTestId('watermark').getAttribute('aria-hidden')).toBe('true');
});

test('playing adds the large mark', () => {
  render(<Watermark watermark={watermark} policy={policy} plays={1} />);
  expect(screen.getAllByText('ABPJ-XZVS')).toHaveLength(6);
});
