import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Picker, type PickerProps } from './Picker.tsx';

const words = {
  chosen: 'Selected',
  remove: (label: string) => `Remove ${label}`,
  add: (typed: string) => `Use “${typed}”`,
  noMatch: 'No match',
  found: (count: number) => `${count} matches`,
};
const optionsOf = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const places = optionsOf('Nashik', 'Pune', 'अलीगढ़', 'Punjab');

afterEach(cleanup);

interface OwnerProps {
  readonly props: Partial<PickerProps>;
  readonly onChosen: (chosen: readonly string[]) => void;
  readonly onSubmit: () => void;
}

function Owner({ props, onChosen, onSubmit }: OwnerProps) {
  const [chosen, setChosen] = useState<readonly string[]>(props.chosen ?? []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Picker
        label="District"
        options={places}
        words={words}
        {...props}
        chosen={chosen}
        onChange={(next) => {
          onChosen(next);
          setChosen(next);
        }}
      />
      <button type="submit">Save</button>
    </form>
  );
}

/** A picker in a form; returns what was chosen each time. */
function show(props: Partial<PickerProps> = {}) {
  const seen: (readonly string[])[] = [];
  const onSubmit = vi.fn();
  render(<Owner props={props} onChosen={(next) => seen.push(next)} onSubmit={onSubmit} />);
  const input = screen.getByRole('combobox', { name: 'District' });
  return {
    input,
    seen,
    onSubmit,
    type: (value: string) => fireEvent.change(input, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(input, { key }),
    rows: () => screen.queryAllByRole('option').map(({ textContent }) => textContent),
  };
}

test('typing narrows the list, in Hindi too, and Enter takes the first without sending the form', () => {
  const { type, press, rows, seen, input, onSubmit } = show();
  type('pun');
  expect(rows()).toEqual(['Pune', 'Punjab']);
  expect(input.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'Pune' }).id,
  );
  press('Enter');
  type('अलीगढ');
  press('Enter');
  expect(seen).toEqual([['Pune'], ['Pune', 'अलीगढ़']]);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Remove Pune' })).toBeTruthy();
});

test('arrows walk through the list and around its ends; Escape closes it and then empties the text', () => {
  const { type, press, input, seen } = show();
  const active = () =>
    document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
  press('ArrowDown');
  expect(input.getAttribute('aria-expanded')).toBe('true');
  expect(active()).toBe('Nashik');
  press('ArrowUp');
  expect(active()).toBe('Punjab');
  press('ArrowDown');
  expect(active()).toBe('Nashik');
  press('Escape');
  expect(input.getAttribute('aria-expanded')).toBe('false');
  type('Pu');
  press('Escape');
  press('Escape');
  expect(input).toHaveProperty('value', '');
  expect(seen).toEqual([]);
});

test('a chosen one is marked, and goes by its button, by Backspace, or when it is taken again', () => {
  const { press, seen } = show({ chosen: ['Nashik', 'Pune', 'Punjab'] });
  press('ArrowDown');
  expect(screen.getByRole('option', { name: 'Pune', selected: true })).toBeTruthy();
  press('Enter');
  press('Backspace');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Pune' }));
  expect(seen).toEqual([['Pune', 'Punjab'], ['Pune'], []]);
});

test('what is not offered is forgotten when the field is left, unless new values are taken', () => {
  const strict = show();
  strict.type('Atlantis');
  expect(screen.getByText('No match')).toBeTruthy();
  fireEvent.blur(strict.input);
  expect([strict.seen, (strict.input as HTMLInputElement).value]).toEqual([[], '']);
  strict.type('pune');
  fireEvent.blur(strict.input);
  expect(strict.seen).toEqual([['Pune']]);
  cleanup();
  const open = show({ takesNew: true, single: true });
  open.type(' Atlantis ');
  expect(open.rows()).toEqual(['Use “Atlantis”']);
  fireEvent.blur(open.input);
  open.type('PUNE');
  fireEvent.blur(open.input);
  expect(open.seen).toEqual([['Atlantis'], ['Pune']]);
});

test('keys that an input method takes do nothing here', () => {
  const { input, type, seen } = show();
  type('pune');
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  expect(seen).toEqual([]);
});

test('of 500 places a letter draws the matches only, and a step of the arrow two rows', () => {
  const many = optionsOf(...Array.from({ length: 500 }, (_, at) => `District ${at}`));
  const { press, type, rows } = show({ options: many });
  press('ArrowDown');
  expect(rows()).toHaveLength(500);
  type('49');
  expect(rows()[0]).toBe('District 49');
  expect(rows()).toHaveLength(15);
});
