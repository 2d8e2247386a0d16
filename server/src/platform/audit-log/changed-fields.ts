export type Facts = Readonly<Record<string, unknown>>;

/** A second safeguard: callers should pass no secrets in the first place. */
const secret = /password|secret|token|hash|activation/i;

/**
 * Finds what differs between two states, as both sides of the change. Values are compared as the
 * JSON that they are stored as; a field that one side lacks counts as null. Secrets are left out by
 * name.
 */
export function findChangedFields(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !secret.test(name))
    .filter((name) => asJson(before[name]) !== asJson(after[name]));
  const side = (facts: Facts) =>
    Object.fromEntries(names.filter((name) => name in facts).map((name) => [name, facts[name]]));
  return { before: side(before), after: side(after) };
}

function asJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}
