import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FileDrop } from './FileDrop.tsx';

afterEach(cleanup);

function Sample({ disabled = false }: { readonly disabled?: boolean }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileDrop
      label="Drop a video"
      hint="Up to 20 GB"
      browseLabel="Choose"
      removeLabel="Remove"
      disabled={disabled}
      file={file}
      describe={(chosen) => `${chosen.size} bytes`}
      onChange={setFile}
    />
  );
}

const video = new File(['12345'], 'video.mp4', { type: 'video/mp4' });

test('the native input takes keyboard focus under the name of the drop zone', () => {
  render(<Sample />);
  const input = screen.getByLabelText('Drop a video');
  input.focus();
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute('type')).toBe('file');
  expect(input.tabIndex).toBe(0);
  const hint = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('Up to 20 GB');
});

test('a chosen file is shown; removing it hands focus back to the input', () => {
  render(<Sample />);
  const input = screen.getByLabelText('Drop a video');
  fireEvent.change(input, { target: { files: [video] } });
  expect(screen.getByText('video.mp4')).toBeDefined();
  expect(screen.getByText('5 bytes')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.queryByText('video.mp4')).toBeNull();
  expect(document.activeElement).toBe(input);
});

test('a dropped file is taken, unless the control is disabled', () => {
  const { rerender } = render(<Sample disabled />);
  fireEvent.drop(screen.getByText('Drop a video'), { dataTransfer: { files: [video] } });
  expect(screen.queryByText('video.mp4')).toBeNull();
  rerender(<Sample />);
  fireEvent.drop(screen.getByText('Drop a video'), { dataTransfer: { files: [video] } });
  expect(screen.getByText('video.mp4')).toBeDefined();
});
