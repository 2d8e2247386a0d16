import { describe, expect, it } from 'vitest';
import { computePosterExpiry } from '../catalogue/poster-expiry.rules.ts';
import { planPublicationChange } from './publication.rules.ts';

describe('planPublicationChange', () => {
  it.each([
    ['ready', true, { published: true }],
    ['ready', false, { published: false }],
    ['processing', true, { publish_when_ready: true }],
    ['processing', false, { publish_when_ready: false }],
    ['failed', false, { published: false }],
    ['failed', true, null],
  ] as const)('%s to %s', (status, published, change) => {
    expect(planPublicationChange(status, published)).toEqual(change);
  });
});

describe('computePosterExpiry', () => {
  it.each([
    ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000Z'],
    ['2026-01-01T10:29:59.999Z', '2026-01-01T11:00:00.000Z'],
    ['2026-01-01T10:30:00.000Z', '2026-01-01T11:30:00.000Z'],
  ])('at %s is %s', (now, expiry) => {
    expect(computePosterExpiry(new Date(now)).toISOString()).toBe(expiry);
  });
});
