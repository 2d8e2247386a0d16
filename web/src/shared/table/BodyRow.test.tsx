import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { BodyRow } from './BodyRow.tsx';

beforeAll(startI18n);
afterEach(cleanup);

test('a click anywhere in a row opens it, but none on what does something else', () => {
  const onOpen = vi.fn();
  const columns = [
    { key: 'name', title: 'Name', value: () => 'Asha' },
    { key: 'place', title: 'Place', value: () => 'Pune' },
  ];
  const actions = (
    <>
      <button type="button">More</button>
      {createPortal(
        <div role="menuitem" tabIndex={-1}>
          Edit
        </div>,
        document.body,
      )}
    </>
  );
  render(
    <table>
      <tbody>
        <BodyRow
          row={{}}
          columns={columns}
          selection={undefined}
          actions={actions}
          onOpen={onOpen}
        />
      </tbody>
    </table>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  // React tells the row of clicks in what it rendered elsewhere.
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  expect(onOpen).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Pune'));
  expect(onOpen).toHaveBeenCalledTimes(1);
});
