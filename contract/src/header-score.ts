/** A content security policy: sources by directive, both in lower case. */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a policy as browsers do, except that a directive that is named twice makes it invalid, as
 * the HTTP Observatory judges.
 * @returns undefined for an empty or invalid policy
 */
export function parseContentPolicy(header: string | undefined): ContentPolicy | undefined {
  const policy = new Map<string, readonly string[]>();
  for (const part of (header ?? '').split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    if (!name) continue;
    const directive = name.toLowerCase();
    if (policy.has(directive)) return undefined;
    policy.set(
      directive,
      sources.map((source) => (source.startsWith("'") ? source : source.toLowerCase())),
    );
  }
  return policy.size === 0 ? undefined : policy;
}

/** Names a score as in section 9 of the specification. */
const headerWeights = { critical: 40, high: 25, medium: 15, low: 5 } as const;
type Weight = keyof typeof headerWeights;

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

interface HeaderRule {
  readonly name: string;
  readonly weight: Weight;
  readonly wanted: string;
  isGood(value: string): boolean;
}

const leastTransportSeconds = 31_536_000;
const privateReferrers = new Set(['no-referrer', 'same-origin', 'strict-origin']);

/** Required headers first, as section 5 of the specification lists them; then the optional ones. */
const rules: readonly HeaderRule[] = [
  {
    name: 'content-security-policy',
    weight: 'critical',
    wanted: 'a policy without unsafe-eval, unsafe-inline and wildcards',
    isGood: (value) =>
      parseContentPolicy(value) !== undefined &&
      !/'unsafe-(?:inline|eval)'|(?:^|[\s])\*(?=$|[\s;])/i.test(value),
  },
  {
    name: 'strict-transport-security',
    weight: 'critical',
    wanted: `max-age of at least ${leastTransportSeconds}, with includeSubDomains`,
    isGood: (value) =>
      readMaxAge(value) >= leastTransportSeconds && /includesubdomains/i.test(value),
  },
  {
    name: 'x-frame-options',
    weight: 'high',
    wanted: 'DENY or SAMEORIGIN',
    isGood: (value) => /^(?:deny|sameorigin)$/i.test(value),
  },
  {
    name: 'x-content-type-options',
    weight: 'high',
    wanted: 'nosniff',
    isGood: (value) => /^nosniff$/i.test(value),
  },
  {
    name: 'referrer-policy',
    weight: 'medium',
    wanted: 'a policy that tells other sites at most the origin',
    isGood: (value) =>
      privateReferrers.has(value.toLowerCase()) ||
      value.toLowerCase() === 'strict-origin-when-cross-origin',
  },
  {
    name: 'permissions-policy',
    weight: 'medium',
    wanted: 'no camera, microphone and capture of the screen',
    isGood: (value) =>
      ['camera=()', 'microphone=()', 'display-capture=()'].every((one) => value.includes(one)),
  },
  {
    name: 'cross-origin-opener-policy',
    weight: 'low',
    wanted: 'same-origin, or the same with popups',
    isGood: (value) => /^same-origin(?:-allow-popups)?$/i.test(value),
  },
  {
    name: 'cross-origin-resource-policy',
    weight: 'low',
    wanted: 'same-origin or same-site',
    isGood: (value) => /^same-(?:origin|site)$/i.test(value),
  },
  {
    name: 'cross-origin-embedder-policy',
    weight: 'low',
    wanted: 'require-corp or credentialless',
    isGood: (value) => /^(?:require-corp|credentialless)$/i.test(value),
  },
];

export interface HeaderScore {
  /** From 0 to 100. */
  readonly score: number;
  readonly summary: 'excellent' | 'good' | 'adequate' | 'poor' | 'critical';
  readonly missing: readonly { readonly name: string; readonly wanted: string }[];
}

/**
 * Scores the headers of an answer by the weights of the specification: the weight of those that are
 * as wanted, in percent of all.
 * @param isOverTls browsers ignore Strict-Transport-Security otherwise, so it is left out
 */
export function scoreHeaders(headers: Headers, isOverTls: boolean): HeaderScore {
  const counted = rules.filter(({ name }) => isOverTls || name !== 'strict-transport-security');
  const missing = counted.filter(({ name, isGood }) => !isGood((headers[name] ?? '').trim()));
  const sum = (some: readonly HeaderRule[]) =>
    some.reduce((total, { weight }) => total + headerWeights[weight], 0);
  const all = sum(counted);
  const score = Math.round((100 * (all - sum(missing))) / all);
  return {
    score,
    summary: nameScore(score),
    missing: missing.map(({ name, wanted }) => ({ name, wanted })),
  };
}

/** Specification, section 9. */
export function nameScore(score: number): HeaderScore['summary'] {
  if (score >= 90) return 'excellent';
  if (score >= 80) return 'good';
  if (score >= 70) return 'adequate';
  return score >= 50 ? 'poor' : 'critical';
}

/** Reads the seconds of Strict-Transport-Security; 0 where there are none. */
export function readMaxAge(value: string | undefined): number {
  return Number(/max-age="?(\d+)/i.exec(value ?? '')?.[1] ?? 0);
}
