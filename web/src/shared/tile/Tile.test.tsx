import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { MemoryRouter } from '../routing/testing/MemoryRouter.tsx';
import { Tile, Tiles } from './Tile.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

test('a tile that leads nowhere is a term with its number, and says how that is defined', async () => {
  render(
    <Tiles>
      <Tile name="Failures" value="3%" note="9 of 300" alarm="Above 1%" about="Of all plays." />
    </Tiles>,
  );
  expect(screen.getByRole('term').textContent).toBe('Failures');
  const said = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(said).toEqual(['3%', 'Above 1%', '9 of 300']);
  fireEvent.focus(screen.getByRole('button', { name: 'About: Failures' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Of all plays.');
});

test('one that leads somewhere is one link, without a button within', () => {
  render(
    <MemoryRouter at="/admin">
      <Tile icon="warning" name="Critical" value="2" to="/admin/alerts" about="Never shown." />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: /^Critical/ });
  expect(link.getAttribute('href')).toBe('/admin/alerts');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('term')).toBeNull();
});
