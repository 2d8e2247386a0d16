import { describe, expect, it } from 'vitest';
import {
  canManage,
  canPlay,
  canSee,
  isEntitled,
  listHiddenReasons,
  type VisibilityColumns,
} from './video-visibility.policy.ts';

const now = new Date('2026-11-20T10:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const learner = { kendraType: 'urban', country: 'India', district: 'Pune', groupIds: ['g1'] };
const nowhere = { kendraType: null, country: null, district: null, groupIds: [] };
const nobody = {
  for_everyone: false,
  kendra_types: [],
  countries: [],
  districts: [],
  group_ids: [],
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
  created_by: 'root',
} satisfies VisibilityColumns;
const asLearner = { kind: 'learner', audience: learner } as const;
const pune = {
  field: 'district',
  values: ['Pune'],
  within: ['ours'],
  beyond: ['mixed', 'theirs'],
  touched: ['ours', 'mixed'],
} as const;
const administrator = (mayEdit: boolean, scope: typeof pune | null = pune) =>
  ({ kind: 'administrator', userId: 'asha', mayEdit, scope }) as const;

describe('the audience of a video', () => {
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

describe('why learners do not see a video', () => {
  const forNobody = { for_everyone: false };
  it.each<[string, Partial<VisibilityColumns>, string[]]>([
    ['they do', {}, []],
    ['deleted', { deleted_at: at(-1) }, ['deleted']],
    ['in the making', { status: 'processing', publish_when_ready: true }, ['not_ready']],
    ['announced, and no more', { status: 'empty' }, ['not_ready', 'draft']],
    ['due', { publish_at: at(1) }, ['scheduled']],
    ['over', { unpublish_at: at(-1) }, ['ended']],
    ['for nobody', forNobody, ['no_audience']],
    ['another district', { ...forNobody, countries: ['India'], districts: ['Goa'] }, ['district']],
    [
      'all three, and the group',
      { ...forNobody, group_ids: ['g0'], kendra_types: ['x'], countries: ['x'], districts: ['x'] },
      ['group', 'kendra_type', 'country', 'district'],
    ],
    ['the group alone would do', { ...forNobody, group_ids: ['g0', 'g1'], districts: ['x'] }, []],
    ['all at once', { ...forNobody, published: false }, ['draft', 'no_audience']],
  ])('%s', (_, given, reasons) => {
    expect(listHiddenReasons(learner, { ...video, ...given }, now)).toEqual(reasons);
    expect(canSee(asLearner, { ...video, ...given }, now)).toBe(reasons.length === 0);
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
    expect(canSee(asLearner, { ...video, ...given }, now)).toBe(sees);
    expect(canPlay(asLearner, { ...video, ...given }, now)).toBe(sees);
  });
});

describe('administrators of a district', () => {
  it.each<[string, Partial<VisibilityColumns>, boolean, boolean]>([
    // Its audience; whether that includes a user in Pune; whether it lies within Pune.
    ['everyone', { for_everyone: true }, true, false],
    ['nobody', {}, false, false],
    ['nobody, and their own', { created_by: 'asha' }, false, true],
    ['their district', { districts: ['Pune'] }, true, true],
    ['another', { districts: ['Goa'] }, false, false],
    ['two districts', { districts: ['Pune', 'Goa'] }, true, false],
    ['urban kendras anywhere', { kendra_types: ['urban'] }, true, false],
    ['urban kendras there', { kendra_types: ['urban'], districts: ['Pune'] }, true, true],
    ['a group of theirs', { group_ids: ['ours'] }, true, true],
    ['a group with members elsewhere', { group_ids: ['mixed'] }, true, false],
    ['a group elsewhere', { group_ids: ['theirs'] }, false, false],
    [
      'their district and a group elsewhere',
      { districts: ['Pune'], group_ids: ['theirs'] },
      true,
      false,
    ],
    [
      'their own and a group elsewhere',
      { created_by: 'asha', group_ids: ['theirs'] },
      false,
      false,
    ],
    [
      'their district and a deleted group',
      { districts: ['Pune'], group_ids: ['gone'] },
      true,
      true,
    ],
  ])('of what is for %s', (_, given, isForSomebody, isFullyConfined) => {
    const shown: VisibilityColumns = { ...video, for_everyone: false, ...given };
    const draft: VisibilityColumns = { ...shown, published: false };
    expect(canSee(administrator(false), shown, now)).toBe(isForSomebody);
    expect(canSee(administrator(false), draft, now)).toBe(false);
    expect(canManage(administrator(false), shown)).toBe(false);
    expect(canSee(administrator(true), shown, now)).toBe(isForSomebody || isFullyConfined);
    expect(canSee(administrator(true), draft, now)).toBe(isFullyConfined);
    expect(canManage(administrator(true), shown)).toBe(isFullyConfined);
  });

  it('without a district see what is for everyone and manage what has no audience so far', () => {
    const nowhereYet = { ...administrator(true), scope: { ...pune, values: [] } };
    expect(canSee(nowhereYet, video, now)).toBe(true);
    expect(canSee(nowhereYet, { ...video, for_everyone: false, countries: ['India'] }, now)).toBe(
      false,
    );
    const own = { ...video, for_everyone: false, created_by: 'asha' };
    expect(canManage(nowhereYet, own)).toBe(true);
  });
});

it('lets administrators of everything see all but what is deleted, drafts with the right', () => {
  const hidden: VisibilityColumns = { ...video, published: false, for_everyone: false };
  const [editor, reader] = [administrator(true, null), administrator(false, null)];
  expect(canSee(editor, hidden, now)).toBe(true);
  expect(canPlay(editor, hidden, now)).toBe(true);
  expect(canPlay(editor, { ...hidden, status: 'processing' }, now)).toBe(false);
  expect(canSee(editor, { ...hidden, deleted_at: now }, now)).toBe(false);
  expect(canSee(reader, hidden, now)).toBe(false);
  expect(canSee(reader, { ...hidden, published: true }, now)).toBe(true);
});
