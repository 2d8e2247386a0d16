import { type Headers, parseContentPolicy, readMaxAge } from '@prahari/contract';
import { findPolicyWeaknesses } from './content-policy.rules.ts';

/** What the HTTP Observatory looks at, of the answer to `GET /`. */
export interface ObservatoryFacts {
  readonly headers: Headers;
  readonly setCookies: readonly string[];
  readonly html: string;
  /** The origin of the page: `https://learn.example.org`. */
  readonly origin: string;
  readonly cors: 'closed' | 'public' | 'reflects_with_credentials';
  /** Where plain HTTP leads to; undefined where it can't be seen from here. */
  readonly redirection:
    | 'https_first'
    | 'off_host_first'
    | 'not_https_first'
    | 'never_https'
    | undefined;
}

export interface ObservatoryTest {
  readonly name: string;
  readonly outcome: string;
  /** Null where it can't be judged from here: it counts as nothing. */
  readonly modifier: number | null;
}

export interface ObservatoryScore {
  readonly score: number;
  readonly grade: string;
  readonly tests: readonly ObservatoryTest[];
}

const leastTransportSeconds = 15_552_000;
/** Rewards count only from here on. */
const rewardedFrom = 90;

/** Scores an answer by the rules of Mozilla's HTTP Observatory (algorithm version 6). */
export function scoreByObservatory(facts: ObservatoryFacts): ObservatoryScore {
  const tests = [
    judgePolicy(facts),
    judgeCookies(facts),
    judgeCors(facts),
    judgeRedirection(facts),
    judgeReferrer(facts),
    judgeTransport(facts),
    judgeIntegrity(facts),
    judgeSniffing(facts),
    judgeFraming(facts),
    judgeResourcePolicy(facts),
    judgeEmbedderPolicy(facts),
    judgeOpenerPolicy(facts),
  ];
  const sum = (isCounted: (modifier: number) => boolean) =>
    tests.reduce((total, { modifier }) => {
      return modifier !== null && isCounted(modifier) ? total + modifier : total;
    }, 0);
  const uncurved = 100 + sum((modifier) => modifier < 0);
  const rewarded = uncurved >= rewardedFrom ? uncurved + sum((modifier) => modifier > 0) : uncurved;
  const score = Math.max(0, rewarded);
  return { score, grade: gradeObservatory(score), tests };
}

const grades: readonly (readonly [least: number, grade: string])[] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];

/** Names a score: rounded down to a multiple of five, and F below 25. */
export function gradeObservatory(score: number): string {
  return grades.find(([least]) => Math.floor(score / 5) * 5 >= least)?.[1] ?? 'F';
}

const test = (name: string, outcome: string, modifier: number | null): ObservatoryTest => ({
  name,
  outcome,
  modifier,
});

function judgePolicy({ headers }: ObservatoryFacts): ObservatoryTest {
  const say = (outcome: string, modifier: number) =>
    test('content-security-policy', outcome, modifier);
  const header = headers['content-security-policy'];
  if (header === undefined) return say('missing, or only reported', -25);
  const policy = parseContentPolicy(header);
  if (!policy) return say('invalid', -25);
  const weak = findPolicyWeaknesses(policy);
  if (weak.isInvalid) return say('strict-dynamic without nonce or hash', -25);
  if (weak.allowsInlineScript) return say('scripts are hardly restricted', -20);
  if (weak.hasInsecureActiveSource) return say('active content over plain HTTP', -20);
  if (weak.allowsEval) return say('unsafe-eval', -10);
  if (weak.hasInsecurePassiveSource) return say('pictures or media over plain HTTP', -10);
  if (weak.allowsInlineStyle) return say('unsafe in style-src only', 0);
  return weak.isDenyByDefault
    ? say("nothing unsafe, default-src 'none'", 10)
    : say('nothing unsafe', 5);
}

interface Cookie {
  readonly isSession: boolean;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  readonly sameSite: string | undefined;
  readonly isAgainstForgery: boolean;
}

function judgeCookies({ setCookies, headers, origin }: ObservatoryFacts): ObservatoryTest {
  const say = (outcome: string, modifier: number) => test('cookies', outcome, modifier);
  const cookies = setCookies.map(readCookie);
  if (cookies.length === 0) return say('none', 0);
  const hasTransport =
    origin.startsWith('https:') &&
    readMaxAge(headers['strict-transport-security']) >= leastTransportSeconds;
  const open = cookies.filter(({ isSecure }) => !isSecure);
  if (open.some(({ isSession }) => isSession)) {
    return say('a session cookie is not Secure', hasTransport ? -10 : -40);
  }
  if (cookies.some(({ isSession, isHttpOnly }) => isSession && !isHttpOnly)) {
    return say('a session cookie is not HttpOnly', -30);
  }
  if (
    cookies.some(({ sameSite }) => sameSite !== undefined && !/^(strict|lax|none)$/.test(sameSite))
  ) {
    return say('an unknown SameSite', -20);
  }
  if (cookies.some(({ isAgainstForgery, sameSite }) => isAgainstForgery && !sameSite)) {
    return say('a cookie against forged requests has no SameSite', -20);
  }
  if (open.length > 0) return say('a cookie is not Secure', hasTransport ? -5 : -20);
  return cookies.every(({ sameSite }) => sameSite !== undefined)
    ? say('all are Secure, with SameSite', 5)
    : say('all are Secure', 0);
}

function readCookie(line: string): Cookie {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const name = (pair.split('=', 1)[0] ?? '').toLowerCase();
  const has = (word: string) => attributes.some((each) => each.toLowerCase() === word);
  const sameSite = attributes.find((each) => /^samesite/i.test(each));
  return {
    isSession: /login|sess/.test(name),
    isSecure: has('secure') || /^__(?:secure|host)-/.test(name),
    isHttpOnly: has('httponly'),
    sameSite: sameSite && (sameSite.split('=')[1] ?? '').toLowerCase(),
    isAgainstForgery: /csrf|xsrf/.test(name),
  };
}

function judgeCors({ cors }: ObservatoryFacts): ObservatoryTest {
  const outcomes = {
    closed: ['not open to other origins', 0],
    public: ['public content', 0],
    reflects_with_credentials: ['any origin is let in with credentials', -50],
  } as const;
  const [outcome, modifier] = outcomes[cors];
  return test('cross-origin-resource-sharing', outcome, modifier);
}

function judgeRedirection({ redirection, origin }: ObservatoryFacts): ObservatoryTest {
  const name = 'redirection';
  if (redirection === undefined || !origin.startsWith('https:')) {
    return test(name, 'not seen from here', null);
  }
  const outcomes = {
    https_first: ['to https of the same host', 0],
    off_host_first: ['to another host first', -5],
    not_https_first: ['not to https first', -10],
    never_https: ['never to https', -20],
  } as const;
  const [outcome, modifier] = outcomes[redirection];
  return test(name, outcome, modifier);
}

const privateReferrers =
  /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/i;

function judgeReferrer({ headers }: ObservatoryFacts): ObservatoryTest {
  const value = headers['referrer-policy'];
  const name = 'referrer-policy';
  if (value === undefined) return test(name, 'missing', 0);
  // The last one that a browser knows counts.
  const last = value.split(',').at(-1)?.trim() ?? '';
  return privateReferrers.test(last) ? test(name, last, 5) : test(name, 'unsafe or unknown', -5);
}

function judgeTransport({ headers, origin }: ObservatoryFacts): ObservatoryTest {
  const name = 'strict-transport-security';
  if (!origin.startsWith('https:')) return test(name, 'has no meaning without TLS', null);
  const seconds = readMaxAge(headers[name]);
  if (seconds === 0) return test(name, 'missing or invalid', -20);
  return seconds < leastTransportSeconds
    ? test(name, 'shorter than half a year', -10)
    : test(name, 'half a year or longer', 0);
}

function judgeIntegrity({ html, origin }: ObservatoryFacts): ObservatoryTest {
  const name = 'subresource-integrity';
  const external = [...html.matchAll(/<script\b[^>]*>/gi)]
    .map(([tag]) => ({ tag, source: /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] }))
    .flatMap(({ tag, source }) => {
      if (source === undefined || !URL.canParse(source, origin)) return [];
      const url = new URL(source, origin);
      if (url.origin === new URL(origin).origin) return [];
      return [{ isSecure: url.protocol === 'https:', hasHash: /\bintegrity\s*=/i.test(tag) }];
    });
  if (external.length === 0) return test(name, 'no scripts of other sites', 0);
  if (external.some(({ isSecure, hasHash }) => !isSecure && !hasHash)) {
    return test(name, 'a script of another site over plain HTTP', -50);
  }
  if (external.some(({ isSecure }) => !isSecure)) {
    return test(name, 'a script with a hash over plain HTTP', -20);
  }
  return external.every(({ hasHash }) => hasHash)
    ? test(name, 'all scripts of other sites have a hash', 5)
    : test(name, 'a script of another site has no hash', -5);
}

function judgeSniffing({ headers }: ObservatoryFacts): ObservatoryTest {
  const name = 'x-content-type-options';
  return /^nosniff$/i.test(headers[name]?.trim() ?? '')
    ? test(name, 'nosniff', 0)
    : test(name, 'missing or unknown', -5);
}

function judgeFraming({ headers }: ObservatoryFacts): ObservatoryTest {
  const name = 'x-frame-options';
  const value = headers[name]?.trim() ?? '';
  if (parseContentPolicy(headers['content-security-policy'])?.has('frame-ancestors')) {
    return test(name, 'by frame-ancestors', 5);
  }
  if (/^(?:deny|sameorigin)$/i.test(value)) return test(name, value, 5);
  return /^allow-from\s/i.test(value)
    ? test(name, value, 0)
    : test(name, 'missing or invalid', -20);
}

function judgeResourcePolicy({ headers }: ObservatoryFacts): ObservatoryTest {
  const name = 'cross-origin-resource-policy';
  const value = headers[name]?.trim().toLowerCase();
  if (value === undefined || value === 'cross-origin') return test(name, value ?? 'missing', 0);
  return /^same-(?:origin|site)$/.test(value) ? test(name, value, 10) : test(name, 'unknown', -5);
}

function judgeEmbedderPolicy({ headers }: ObservatoryFacts): ObservatoryTest {
  const name = 'cross-origin-embedder-policy';
  const value = headers[name]?.trim().toLowerCase() ?? '';
  return /^(?:require-corp|credentialless)$/.test(value)
    ? test(name, value, 10)
    : test(name, value || 'missing', 0);
}

function judgeOpenerPolicy({ headers }: ObservatoryFacts): ObservatoryTest {
  const name = 'cross-origin-opener-policy';
  const value = headers[name]?.trim().toLowerCase() ?? '';
  return /^(?:same-origin|same-origin-allow-popups|noopener-allow-popups)$/.test(value)
    ? test(name, value, 10)
    : test(name, value || 'missing', 0);
}
