// @vitest-environment jsdom
import { severityOfEvent } from '@prahari/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadTextsIn, sayIn } from '../../shared/i18n/i18n.ts';
import { findEventLooks } from './event-looks.ts';

beforeAll(async () => {
  await loadTextsIn('en', 'admin');
  await loadTextsIn('hi', 'admin');
});

test('every event has a sign and its words in English and Hindi', () => {
  const names = Object.keys(severityOfEvent);
  expect(names.length).toBeGreaterThan(50);
  const missing = names.filter((name) => {
    const looks = findEventLooks(name);
    if (!looks) return true;
    const [english, hindi] = [sayIn('en')(looks.text), sayIn('hi')(looks.text)];
    return english === looks.text || hindi === looks.text || hindi === english;
  });
  expect(missing).toEqual([]);
  expect(findEventLooks('toString')).toBeUndefined();
});
