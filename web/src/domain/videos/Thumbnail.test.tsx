import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Thumbnail } from './Thumbnail.tsx';

afterEach(cleanup);

const pictureOf = (container: HTMLElement) => container.querySelector('img');

test('shows the small picture, else the large one, and its place while there is none', () => {
  const both = { cardUrl: '/card.jpg', posterUrl: '/poster.jpg' };
  const { container, rerender } = render(<Thumbnail video={both} size="row" />);
  expect(pictureOf(container)?.getAttribute('src')).toBe('/card.jpg');
  rerender(<Thumbnail video={{ ...both, cardUrl: null }} size="row" />);
  expect(pictureOf(container)?.getAttribute('src')).toBe('/poster.jpg');
  rerender(<Thumbnail video={undefined} size="row" />);
  expect(pictureOf(container)).toBeNull();
});

test('a picture that does not load gives way to a sign, until there is another', () => {
  const video = { cardUrl: '/gone.jpg', posterUrl: null };
  const { container, rerender } = render(<Thumbnail video={video} size="row" />);
  const picture = pictureOf(container);
  if (picture) fireEvent.error(picture);
  expect(pictureOf(container)).toBeNull();
  rerender(<Thumbnail video={{ ...video, cardUrl: '/renewed.jpg' }} size="row" />);
  expect(pictureOf(container)?.getAttribute('src')).toBe('/renewed.jpg');
});
