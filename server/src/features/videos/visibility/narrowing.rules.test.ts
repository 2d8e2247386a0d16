import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNarrowed } from './narrowing.rules.ts';
import { canPlay, type Viewer, type VisibilityColumns } from './video-visibility.policy.ts';

const now = new Date('2026-06-01T00:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const out: VisibilityColumns = {
  status: 'ready',
  published: true,
  publish_when_ready: true,
  publish_at: null,
  unpublish_at: null,
  deleted_at: null,
  created_by: 'root',
  for_everyone: true,
  kendra_types: [],
  countries: [],
  districts: [],
  group_ids: [],
};

describe('a change that takes a video away from a user', () => {
  it.each<[string, Partial<VisibilityColumns>]>([
    ['unpublishes it', { published: false }],
    ['deletes it', { deleted_at: now }],
    ['puts its publication off', { publish_at: later(1) }],
    ['has it end at once', { unpublish_at: now }],
    ['has it end some day', { unpublish_at: later(1) }],
    ['keeps it for a district', { for_everyone: false, districts: ['Pune'] }],
    ['keeps it for nobody', { for_everyone: false }],
  ])('%s', (_, change) => {
    expect(isNarrowed(out, { ...out, ...change }, now)).toBe(true);
  });

  it('is none when it is opened wider, or was not out', () => {
    const forPune: VisibilityColumns = { ...out, for_everyone: false, districts: ['Pune'] };
    expect(isNarrowed(forPune, out, now)).toBe(false);
    expect(isNarrowed(out, out, now)).toBe(false);
    const draft = { ...out, published: false };
    expect(isNarrowed(draft, { ...draft, unpublish_at: later(1) }, now)).toBe(false);
    const ends = { ...out, unpublish_at: later(1) };
    expect(isNarrowed(ends, { ...ends, unpublish_at: later(2) }, now)).toBe(false);
    expect(isNarrowed(ends, out, now)).toBe(false);
  });

  it('is one of a draft, too: it may lie in the scope of another administrator then', () => {
    const draft: VisibilityColumns = {
      ...out,
      published: false,
      for_everyone: false,
      districts: ['Pune'],
    };
    expect(isNarrowed(draft, { ...draft, districts: ['Pune', 'Nashik'] }, now)).toBe(true);
    expect(isNarrowed(draft, { ...draft, for_everyone: true }, now)).toBe(true);
  });

  it('is never missed for any learner or administrator', () => {
    const some = (...values: string[]) => fc.subarray(values);
    const shown: fc.Arbitrary<VisibilityColumns> = fc.record({
      status: fc.constant('ready' as const),
      published: fc.boolean(),
      publish_when_ready: fc.constant(true),
      publish_at: fc.constantFrom(null, later(-1), later(1)),
      unpublish_at: fc.constantFrom(null, later(-1), later(1)),
      deleted_at: fc.constantFrom(null, null, now),
      created_by: fc.constant('asha'),
      for_everyone: fc.boolean(),
      kendra_types: some('urban', 'rural'),
      countries: some('India', 'Nepal'),
      districts: some('Pune', 'Nashik'),
      group_ids: some('a', 'b'),
    });
    const learner = fc.record({
      kendraType: fc.constantFrom(null, 'urban', 'rural'),
      country: fc.constantFrom(null, 'India', 'Nepal'),
      district: fc.constantFrom(null, 'Pune', 'Nashik'),
      groupIds: some('a', 'b'),
    });
    const values = some('Pune', 'Nashik');
    const [within, beyond, touched] = [some('a', 'b'), some('a', 'b'), some('a', 'b')];
    const scope = fc.record({
      field: fc.constant('district' as const),
      values,
      within,
      beyond,
      touched,
    });
    const viewers: fc.Arbitrary<Viewer> = fc.oneof(
      learner.map((audience) => ({ kind: 'learner' as const, audience })),
      fc.record({
        kind: fc.constant('administrator' as const),
        userId: fc.constantFrom('asha', 'ravi'),
        mayEdit: fc.boolean(),
        scope: fc.option(scope),
      }),
    );
    fc.assert(
      fc.property(shown, shown, viewers, (before, after, viewer) => {
        const lost = canPlay(viewer, before, now) && !canPlay(viewer, after, now);
        if (lost) expect(isNarrowed(before, after, now)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
