import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

afterEach(cleanup);

function Sample() {
  const [tab, setTab] = useState('a');
  const lead = (
    <button type="button" onClick={() => setTab('b')}>
      To the second
    </button>
  );
  const tabs = [
    { value: 'a', label: 'First', content: lead },
    { value: 'b', label: 'Second', content: <p>Text</p> },
  ];
  return <Tabs label="Parts" value={tab} onChange={setTab} tabs={tabs} />;
}

test('a panel takes the focus of what led to it and went with its own', async () => {
  render(<Sample />);
  const lead = screen.getByRole('button', { name: 'To the second' });
  lead.focus();
  fireEvent.click(lead);
  const panel = screen.getByRole('tabpanel', { name: 'Second' });
  await expect.poll(() => document.activeElement).toBe(panel);
});

test('a chosen tab keeps the focus', () => {
  render(<Sample />);
  const second = screen.getByRole('tab', { name: 'Second' });
  second.focus();
  fireEvent.mouseDown(second, { button: 0 });
  expect(screen.getByText('Text')).toBeTruthy();
  expect(document.activeElement).toBe(second);
});

test('a panel is a stop of Tab where it begins with text, not where it begins with a button', async () => {
  render(<Sample />);
  expect(screen.getByRole('tabpanel').tabIndex).toBe(-1);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Second' }), { button: 0 });
  await expect.poll(() => screen.getByRole('tabpanel').tabIndex).toBe(0);
});

function Late() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => setThere(true));
    return () => clearTimeout(later);
  }, []);
  const field = (
    <label>
      Search <input />
    </label>
  );
  return isThere ? field : <p>On its way</p>;
}

test('a panel whose button arrives later is no stop from then on', async () => {
  const tabs = [{ value: 'a', label: 'First', content: <Late /> }];
  render(<Tabs label="Parts" value="a" onChange={() => undefined} tabs={tabs} />);
  expect(screen.getByRole('tabpanel').tabIndex).toBe(0);
  await expect.poll(() => screen.getByRole('tabpanel').tabIndex).toBe(-1);
});
