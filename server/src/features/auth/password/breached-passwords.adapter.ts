import { Agent, request } from 'undici';
import type { Log } from '../../../platform/log/log.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import { isPrivateHost } from '../../../platform/outgoing/private-address.ts';
import { lookUpPublic, privateCode } from '../../../platform/outgoing/public-lookup.ts';
import { createRangeQuestion, isInRange } from './breached-passwords.rules.ts';

/** A user waits for this answer before the password is set. */
const timeoutMs = 2000;
/** Ranges have some 40 kB. */
const maxAnswerBytes = 1024 ** 2;

export interface BreachCheckDeps {
  readonly log: Pick<Log, 'warn'>;
  readonly metrics: Pick<Metrics, 'counter'>;
  /** The address of a range service; undefined: none is used. */
  readonly url: string | undefined;
  /** Whether it may be on this machine or in a private network. */
  readonly allowsPrivate: boolean;
}

/**
 * Tells whether a password is known to have been stolen elsewhere; false if that can't be found
 * out.
 */
export type IsBreached = (password: string) => Promise<boolean>;

/**
 * Asks a range service (the wire format of Have I Been Pwned) by the first five digits of the hash.
 * Redirects are not followed. While the service is away, slow or answers nonsense, passwords are
 * accepted.
 */
export function createBreachCheck(deps: BreachCheckDeps): IsBreached {
  const { url, allowsPrivate, log } = deps;
  const count = deps.metrics.counter(
    'prahari_password_breach_checks_total',
    'New passwords that a range service was asked about, by result.',
    ['result'],
  );
  for (const result of ['found', 'clean', 'failed']) count({ result }, 0);
  if (url === undefined) return async () => false;
  const dispatcher = new Agent({
    maxResponseSize: maxAnswerBytes,
    connect: allowsPrivate ? {} : { lookup: lookUpPublic() },
  });

  async function requestRange(prefix: string): Promise<string> {
    const address = new URL(`${url?.replace(/\/+$/, '')}/${prefix}`);
    if (!allowsPrivate && isPrivateHost(address.hostname)) throw new Unanswered('private_address');
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Unanswered('timeout')), timeoutMs);
    try {
      const answer = await request(address, {
        dispatcher,
        headers: { 'add-padding': 'true', 'user-agent': 'Prahari', accept: 'text/plain' },
        signal: deadline.signal,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Unanswered(`status_${answer.statusCode}`);
      return text;
    } finally {
      clearTimeout(timer);
    }
  }

  return async function isBreached(password) {
    const { prefix, suffix } = createRangeQuestion(password);
    try {
      const isFound = isInRange(await requestRange(prefix), suffix);
      count({ result: isFound ? 'found' : 'clean' });
      return isFound;
    } catch (error) {
      count({ result: 'failed' });
      // Only its kind: neither the address nor the query may be logged.
      log.warn({ fault: describeFault(error) }, 'a new password was not checked for breaches');
      return false;
    }
  };
}

class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

function describeFault(error: unknown): string {
  if (error instanceof Unanswered) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return code === privateCode ? 'private_address' : code;
}
