import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TextField } from './TextField.tsx';

afterEach(cleanup);

test('the label names the input; hint and error describe it', () => {
  render(<TextField label="Phone" hint="Ten digits" error="Too short" required />);
  const input = screen.getByRole('textbox', { name: /^Phone/u });
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['Ten digits', 'Too short']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input).toHaveProperty('required', true);
  expect(screen.getByRole('alert').textContent).toBe('Too short');
});

test('without hint and error nothing is described or invalid', () => {
  render(<TextField label="Phone" />);
  const input = screen.getByRole('textbox', { name: 'Phone' });
  expect(input.hasAttribute('aria-describedby')).toBe(false);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

test('a password is shown and hidden again, keeping its text', () => {
  render(
    <TextField
      label="Password"
      type="password"
      defaultValue="secret"
      reveal={{ show: 'Show', hide: 'Hide' }}
    />,
  );
  const input = screen.getByLabelText('Password');
  expect(input.getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(input.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(input.getAttribute('type')).toBe('password');
  expect(input).toHaveProperty('value', 'secret');
});

test('a search keeps its hidden label for assistive technology', () => {
  render(<TextField label="Search lessons" labelHidden type="search" />);
  expect(screen.getByRole('searchbox', { name: 'Search lessons' })).toBeDefined();
});
