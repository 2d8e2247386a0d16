import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FileField } from './FileField.tsx';

afterEach(cleanup);

function Sample() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileField
      label="Captions"
      hint="WebVTT"
      browseLabel="Choose"
      standing={file?.name ?? 'None chosen'}
      onFile={setFile}
    />
  );
}

test('the picker takes the keyboard, is named by the field, and tells what was chosen', () => {
  render(<Sample />);
  const input = screen.getByLabelText<HTMLInputElement>(/Captions/);
  expect(input.type).toBe('file');
  expect(input.tabIndex).toBe(0);
  const told = () =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  expect(told()).toEqual(['None chosen', 'WebVTT']);
  fireEvent.change(input, { target: { files: [new File(['WEBVTT'], 'hi.vtt')] } });
  expect(told()).toEqual(['hi.vtt', 'WebVTT']);
});
