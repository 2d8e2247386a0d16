import { type Fact, readText } from './fact.rules.ts';

/** By rule: since when it counts from zero again. */
type Restarted = ReadonlyMap<string, number>;
export type SavedRestarts = readonly [
  subject: string,
  rules: readonly (readonly [ruleId: string, sinceMs: number])[],
];

/**
 * Remembers which rules count from zero again for a subject, because their alert was resolved: what led to it
 * is in time windows that other rules share, and must not open the alert once more.
 */
export function createRestarts(most: number) {
  const restarts = new Map<string, Map<string, number>>();
  return {
    /** The rules that count from zero again for a subject; undefined, as nearly always, when none does. */
    find: (kind: string, key: string): Restarted | undefined =>
      restarts.size === 0 ? undefined : restarts.get(nameSubject(kind, key)),
    begin({ kind, key, ruleId, sinceMs }: Restart): void {
      const name = nameSubject(kind, key);
      const rules = restarts.get(name) ?? new Map<string, number>();
      rules.set(ruleId, sinceMs);
      restarts.delete(name);
      restarts.set(name, rules);
      const [first] = restarts.keys();
      if (restarts.size > most && first !== undefined) restarts.delete(first);
    },
    /** Ends counting from zero: all windows have passed what led to the resolved alert. */
    end(kind: string, key: string, ruleId: string): void {
      const name = nameSubject(kind, key);
      const rules = restarts.get(name);
      rules?.delete(ruleId);
      if (rules?.size === 0) restarts.delete(name);
    },
    save: (): SavedRestarts[] => [...restarts].map(([name, rules]) => [name, [...rules]]),
    load(saved: readonly SavedRestarts[]): void {
      restarts.clear();
      for (const [name, rules] of saved) restarts.set(name, new Map(rules));
    },
  };
}

export interface Restart {
  readonly kind: string;
  readonly key: string;
  readonly ruleId: string;
  readonly sinceMs: number;
}

/** Reads which rule counts from zero again from an event on, if it says so. */
export function readRestart(fact: Fact): Restart | undefined {
  if (fact.name !== 'alert.resolved') return undefined;
  const [kind, key] = [readText(fact, 'subjectKind'), readText(fact, 'subjectKey')];
  const ruleId = readText(fact, 'ruleId');
  if (kind === undefined || key === undefined || ruleId === undefined) return undefined;
  return { kind, key, ruleId, sinceMs: fact.atMs };
}

/** Names the windows in which one rule counts for itself, beside those that rules share. */
export function nameOwnWindow(key: string, ruleId: string): string {
  return `${key} #${ruleId}`;
}

function nameSubject(kind: string, key: string): string {
  return `${kind} ${key}`;
}
