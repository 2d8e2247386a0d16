import { expect, test } from 'vitest';
import { groupErrors } from './learner-view.ts';

const error = (id: string, userMessage: string, category: string, message = 'x') => ({
  id,
  userMessage,
  category,
  message,
});

test('errors that say the same are one, the latest, with their number and kinds', () => {
  const groups = groupErrors([
    error('a', 'Connection lost', 'network'),
    error('b', '', 'script', 'y is null'),
    error('c', 'Connection lost', 'playback'),
    error('d', 'Connection lost', 'network'),
  ]);
  expect(groups.map(({ latest, ...rest }) => ({ id: latest.id, ...rest }))).toEqual([
    { id: 'a', count: 3, categories: ['network', 'playback'] },
    { id: 'b', count: 1, categories: ['script'] },
  ]);
});
