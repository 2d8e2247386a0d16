import type { AlertCondition } from '@prahari/contract';
import { nameNetwork } from '../../../platform/network/name-network.ts';
import type { Signal } from './engine.rules.ts';
import type { Fact } from './fact.rules.ts';
import type { Geography } from './history.rules.ts';
import type { JudgedRule } from './series.rules.ts';

/** A database that knows no address. */
export const nowhere = { findPlace: () => undefined };
/** A list without any network. */
export const nobodyHides = { has: () => false };

/** No journeys. */
export const flatEarth: Geography = {
  measureTravel: () => undefined,
  networkOf: nameNetwork,
  isAnonymising: () => false,
};

export function describeRule(
  id: string,
  over: Partial<Omit<JudgedRule, 'threshold'>> & {
    threshold: AlertCondition & { and?: readonly AlertCondition[] };
  },
): JudgedRule {
  return {
    id,
    subject: 'user',
    timeWindow: 600_000,
    ...over,
    threshold: { and: [], ...over.threshold },
  };
}

let facts = 0;

export function describeFact(name: string, atMs: number, over: Partial<Fact> = {}): Fact {
  facts += 1;
  return {
    transactionId: facts,
    id: `00000000-0000-7000-8000-${facts.toString(16).padStart(12, '0')}`,
    name,
    atMs,
    userId: null,
    sessionId: null,
    deviceId: null,
    address: null,
    country: null,
    data: {},
    ...over,
  };
}

export function brief(signals: readonly Signal[]): string[] {
  return signals.map(({ ruleId, key, fact, value }) => `${ruleId} ${key} ${fact.id} ${value}`);
}
