import type { AuditEntry } from '@prahari/contract';

/** Fewer are read as fast as the line that stands for them. */
const leastFolded = 3;
const minuteMs = 60_000;

/** The entries that each first one of several equal acts stands for, itself among them. */
export type Folds = ReadonlyMap<string, readonly AuditEntry[]>;

/**
 * Finds neighbours by which one person did the same from one address within a minute, as when
 * several alerts are dismissed at once, and changed something alike.
 * @param entries newest first
 */
export function findFolds(entries: readonly AuditEntry[]): Folds {
  const runs: AuditEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const first = run?.[0];
    if (run && first && isSameAct(first, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return new Map(
    runs.flatMap((run) =>
      run[0] && run.length >= leastFolded && changedAlike(run) ? [[run[0].id, run] as const] : [],
    ),
  );
}

/** Whether one line says something of all: settings that were each set to something else are apart. */
function changedAlike(run: readonly AuditEntry[]): boolean {
  const fieldsOf = (entry: AuditEntry | undefined) => Object.keys(entry?.after ?? {}).length;
  return fieldsOf(pickCommon(run)) > 0 || run.every((entry) => fieldsOf(entry) === 0);
}

function isSameAct(one: AuditEntry, other: AuditEntry): boolean {
  const like = ({ action, actorId, actorName, address, hasUsers }: AuditEntry) =>
    JSON.stringify([action, actorId, actorName, address, hasUsers]);
  // What concerns a list of users is an act on many already.
  if (one.hasUsers || like(one) !== like(other)) return false;
  return Math.abs(Date.parse(one.at) - Date.parse(other.at)) < minuteMs;
}

/** Keeps of the first one what changed in all of them alike. */
export function pickCommon(run: readonly AuditEntry[]): AuditEntry | undefined {
  const [first] = run;
  if (!first) return undefined;
  const isCommon = (field: string) => {
    const values = run.map(({ before, after }) => JSON.stringify([before[field], after[field]]));
    return new Set(values).size === 1;
  };
  const keep = (fields: AuditEntry['after']) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => isCommon(field)));
  return { ...first, before: keep(first.before), after: keep(first.after) };
}

/** Leaves out what the first one of each fold stands for, but for those that were opened. */
export function listShown(
  entries: readonly AuditEntry[],
  folds: Folds,
  opened: ReadonlySet<string>,
): readonly AuditEntry[] {
  const hidden = new Set(
    [...folds].flatMap(([id, run]) => (opened.has(id) ? [] : run.slice(1).map((one) => one.id))),
  );
  return entries.filter(({ id }) => !hidden.has(id));
}
