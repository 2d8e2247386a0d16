import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { ChartCard } from './ChartCard.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const hours = ['10:00', '11:00', '12:00'];

function show(values: readonly (number | null)[] = [20, null, 40]) {
  return render(
    <ChartCard
      name="latency"
      title="Latency"
      kind="line"
      pointsName="Hour"
      points={hours.map((hour) => ({ key: hour, label: hour, name: `today, ${hour}` }))}
      series={[
        { key: 'p50', name: 'Half', values },
        { key: 'p95', name: '95 of 100', values: values.map((one) => one && 3 * one) },
      ]}
      format={(value) => `${value} ms`}
      none="Nothing was measured."
    />,
  );
}

test('the arrow keys read the figures of each point, with units, as a slider', () => {
  show();
  const slider = screen.getByRole('slider', { name: 'Latency' });
  slider.focus();
  const read = () => slider.getAttribute('aria-valuetext');
  expect(read()).toBe('today, 12:00, Half: 40 ms, 95 of 100: 120 ms');
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(read()).toBe('today, 11:00, Half: –, 95 of 100: –');
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(read()).toBe('today, 10:00, Half: 20 ms, 95 of 100: 60 ms');
  expect(slider.querySelector('p')?.textContent).toBe('today, 10:00');
  // WCAG 1.4.13: what appeared on focus can be sent away.
  fireEvent.keyDown(slider, { key: 'Escape' });
  expect(slider.querySelector('p')).toBeNull();
});

test('the same figures stand in a table', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const rows = within(screen.getByRole('table', { name: 'Latency' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Hour', 'Half', '95 of 100'],
    ['today, 10:00', '20 ms', '60 ms'],
    ['today, 11:00', '–', '–'],
    ['today, 12:00', '40 ms', '120 ms'],
  ]);
});

test('saves the figures as CSV, as numbers', async () => {
  let saved = new Blob();
  URL.createObjectURL = (blob: Blob) => {
    saved = blob;
    return 'blob:export';
  };
  URL.revokeObjectURL = () => undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  show();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Save' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  const lines = (await saved.text()).trim().split('\r\n');
  expect(lines.slice(1)).toEqual([
    '"today, 10:00",20,60',
    '"today, 11:00",,',
    '"today, 12:00",40,120',
  ]);
});

test('says what a shaded span means', () => {
  show([20, null, 40]);
  expect(screen.queryByText('No data')).toBeNull();
  cleanup();
  show([20, null, null]);
  expect(screen.getByText('No data')).toBeDefined();
});

test('says so where there is nothing but zeros', () => {
  show([0, null, 0]);
  expect(screen.getByText('Nothing was measured.')).toBeDefined();
  expect(screen.queryByRole('slider')).toBeNull();
});

const halfHours = [...Array(48).keys()].map((at) => ({
  key: `${at}`,
  label: `${at}`,
  name: `slot ${at}`,
}));

function showOf(...known: readonly number[]) {
  const values = halfHours.map((_, at) => (known.includes(at) ? at : null));
  return render(
    <ChartCard
      name="starts"
      title="Starts"
      kind="line"
      pointsName="When"
      points={halfHours}
      series={[{ key: 'p50', name: 'Half', values }]}
      format={(value) => `${value} ms`}
    />,
  );
}

test('few figures are rows at first, of what is known alone', () => {
  showOf(7, 30);
  const rows = within(screen.getByRole('table', { name: 'Starts' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['WhenHalf', 'slot 77 ms', 'slot 3030 ms']);
  fireEvent.click(screen.getByRole('button', { name: 'Show as chart' }));
  expect(screen.getByRole('slider', { name: 'Starts' })).toBeDefined();
});

test('without any figure it says so, in place of empty axes', () => {
  showOf();
  expect(screen.getByText('Nothing was measured in this time.')).toBeDefined();
  expect(screen.queryByRole('slider')).toBeNull();
  cleanup();
  showOf(1, 2, 3, 4);
  expect(screen.getByRole('slider', { name: 'Starts' })).toBeDefined();
});
