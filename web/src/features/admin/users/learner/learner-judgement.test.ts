import type { IncidentGroup } from '@prahari/contract';
import { expect, test } from 'vitest';
import { combineIncidents, judgeLearner } from './learner-judgement.ts';

test.each([
  [{ status: 'active', seen: 10, blocked: 0 }, 'canWatch'],
  [{ status: 'active', seen: 10, blocked: 1 }, 'someBlocked'],
  [{ status: 'active', seen: 0, blocked: 1 }, 'noVideo'],
  [{ status: 'blocked', seen: 10, blocked: 1 }, 'accountBlocked'],
] as const)('%j reads as %s', (standing, kind) => {
  expect(judgeLearner(standing).kind).toBe(kind);
});

const group = (
  id: string,
  types: readonly IncidentGroup['types'][number]['type'][],
  title: string | null,
  severity: 'low' | 'high' = 'low',
) => ({
  id,
  types: types.map((type, at) => ({
    type,
    count: 2,
    severity: at === 0 ? severity : ('low' as const),
  })),
  lastAt: `2026-11-20T12:00:0${id}.000Z`,
  video: title === null ? null : { id: title, title },
});

test('each kind of incident is said once, of its latest, with its videos and worst severity', () => {
  const combined = combineIncidents([
    group('5', ['automation_suspected'], 'Optics'),
    group('4', ['page_hidden', 'automation_suspected'], 'Cells', 'high'),
    group('3', ['page_hidden', 'context_menu'], 'Cells'),
    group('2', ['page_hidden'], null),
    group('1', ['context_menu'], 'Cells', 'high'),
  ]);
  expect(combined.map(({ type, id, severity, videos }) => [type, id, severity, videos])).toEqual([
    ['automation_suspected', '5', 'low', ['Optics', 'Cells']],
    ['page_hidden', '4', 'high', ['Cells']],
    ['context_menu', '3', 'high', ['Cells']],
  ]);
});
