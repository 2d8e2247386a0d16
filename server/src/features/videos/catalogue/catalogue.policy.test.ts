import { describe, expect, it } from 'vitest';
import { isEntitled, mayPlay, maySee, type Shown } from './catalogue.policy.ts';

const now = new Date('2026-11-20T10:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const learner = { kendraType: 'urban', country: 'India', district: 'Pune', groupIds: ['g1'] };
const nowhere = { kendraType: null, country: null, district: null, groupIds: [] };
const nobody = {
  ...{ for_everyone: false, kendra_types: [], countries: [], districts: [], group_ids: [] },
};
const video = {
  ...nobody,
  for_everyone: true,
  status: 'ready',
  published: true,
  publish_when_ready: false,
  publish_at: null,
  unpublish_at: null,
  deleted_at: null,
} satisfies Shown;
const as = (userType: 'LEARNER' | 'ADMIN' | 'SUPER_ADMIN') => ({ userType, learner, now });

describe('for whom a video is', () => {
  it.each([
    ['everyone', { for_everyone: true }, true, true],
    ['nobody', {}, false, false],
    ['the kind of kendra', { kendra_types: ['rural', 'urban'] }, true, false],
    ['another kind', { kendra_types: ['rural'] }, false, false],
    ['the country', { countries: ['India'] }, true, false],
    ['the district', { districts: ['Pune'] }, true, false],
    ['a place in another spelling', { districts: ['pune'] }, false, false],
    ['country and district', { countries: ['India'], districts: ['Pune'] }, true, false],
    ['the country, another district', { countries: ['India'], districts: ['Goa'] }, false, false],
    [
      'all three',
      { kendra_types: ['urban'], countries: ['India'], districts: ['Pune'] },
      true,
      false,
    ],
    [
      'two of three',
      { kendra_types: ['rural'], countries: ['India'], districts: ['Pune'] },
      false,
      false,
    ],
    ['the group', { group_ids: ['g0', 'g1'] }, true, false],
    ['another group', { group_ids: ['g0'] }, false, false],
    ['the group, whatever the place', { group_ids: ['g1'], countries: ['Nepal'] }, true, false],
    ['the place, whatever the group', { group_ids: ['g0'], countries: ['India'] }, true, false],
  ])('%s', (_, given, known, unknown) => {
    expect(isEntitled(learner, { ...nobody, ...given })).toBe(known);
    expect(isEntitled(nowhere, { ...nobody, ...given })).toBe(unknown);
  });
});

describe('when learners see a video', () => {
  it.each([
    ['published', {}, true],
    ['a draft', { published: false }, false],
    ['in the making', { status: 'processing', publish_when_ready: true }, false],
    ['announced', { status: 'empty', publish_when_ready: true }, false],
    ['failed', { status: 'failed' }, false],
    ['deleted', { deleted_at: at(-1) }, false],
    ['due at this very moment', { publish_at: at(0) }, true],
    ['due in a millisecond', { publish_at: at(1) }, false],
    ['ending at this very moment', { unpublish_at: at(0) }, false],
    ['ending in a millisecond', { unpublish_at: at(1) }, true],
    ['scheduled, but switched off', { published: false, publish_at: at(-1) }, false],
    ['not for them', { for_everyone: false }, false],
  ] as const)('%s', (_, given, sees) => {
    expect(maySee(as('LEARNER'), { ...video, ...given })).toBe(sees);
    expect(mayPlay(as('LEARNER'), { ...video, ...given })).toBe(sees);
  });
});

describe('administrators', () => {
  it.each(['ADMIN', 'SUPER_ADMIN'] as const)('%s sees all but what is deleted', (role) => {
    const hidden = { ...video, published: false, for_everyone: false };
    expect(maySee(as(role), hidden)).toBe(true);
    expect(mayPlay(as(role), hidden)).toBe(true);
    expect(mayPlay(as(role), { ...hidden, status: 'processing' })).toBe(false);
    expect(maySee(as(role), { ...hidden, deleted_at: now })).toBe(false);
  });
});
