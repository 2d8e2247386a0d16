import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFocusInStage } from './use-focus-in-stage.ts';

afterEach(cleanup);

function Sample({ isActive = true }) {
  const stage = useRef<HTMLDivElement>(null);
  useFocusInStage(stage, isActive);
  return (
    <>
      <a href="/">Library</a>
      <div ref={stage} tabIndex={-1} data-testid="stage">
        <button type="button">Play</button>
        <button type="button">Notes</button>
        <button type="button">Exit fullscreen</button>
      </div>
      <a href="/profile">Profile</a>
    </>
  );
}

/** @returns whether the browser would move the focus itself */
const press = (shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab', shiftKey });
const at = (name: string) => screen.getByRole('button', { name });

test('Tab behind the last control goes to the first one, and back from there', () => {
  render(<Sample />);
  at('Exit fullscreen').focus();
  expect(press()).toBe(false);
  expect(document.activeElement).toBe(at('Play'));
  expect(press(true)).toBe(false);
  expect(document.activeElement).toBe(at('Exit fullscreen'));
});

test('between the controls it is the browser’s', () => {
  render(<Sample />);
  at('Notes').focus();
  expect(press()).toBe(true);
  expect(press(true)).toBe(true);
});

test('from the stage itself and from the page below, it goes into the stage', () => {
  render(<Sample />);
  screen.getByTestId('stage').focus();
  expect(press()).toBe(true);
  expect(press(true)).toBe(false);
  expect(document.activeElement).toBe(at('Exit fullscreen'));
  screen.getByRole('link', { name: 'Profile' }).focus();
  expect(press()).toBe(false);
  expect(document.activeElement).toBe(at('Play'));
});

test('outside of fullscreen Tab leaves the stage', () => {
  render(<Sample isActive={false} />);
  at('Exit fullscreen').focus();
  expect(press()).toBe(true);
});
