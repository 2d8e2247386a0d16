import { describe, expect, it } from 'vitest';
import { mayPlay, maySee } from './catalogue.policy.ts';

const states = ['processing', 'ready', 'failed'] as const;
const every = states.flatMap((status) => [true, false].map((published) => ({ status, published })));

describe('who may see and play', () => {
  it.each(every)('learners: $status, published $published', (video) => {
    const isOut = video.status === 'ready' && video.published;
    expect(maySee('LEARNER', video)).toBe(isOut);
    expect(mayPlay('LEARNER', video)).toBe(isOut);
  });

  it.each(every)('administrators: $status, published $published', (video) => {
    expect(maySee('ADMIN', video)).toBe(true);
    expect(mayPlay('SUPER_ADMIN', video)).toBe(video.status === 'ready');
  });
});
