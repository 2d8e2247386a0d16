import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeProbes,
  mayReadProbes,
  type ProbeFacts,
  type ProbeSettings,
} from './probe.policy.ts';

const local: ProbeFacts = {
  remoteAddress: '127.0.0.1',
  headers: { host: 'localhost:8080' },
  httpVersion: '1.1',
};
const open: ProbeSettings = { metricsToken: undefined, isBehindProxy: false };
const withHeaders = (headers: ProbeFacts['headers']): ProbeFacts => ({
  ...local,
  headers: { ...local.headers, ...headers },
});

describe('probes without a token', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('admit %s', (remoteAddress) => {
    expect(mayReadProbes({ ...local, remoteAddress }, open)).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '1127.0.0.1', '127.0.0.1.example', '', undefined])(
    'refuse %s',
    (remoteAddress) => {
      expect(mayReadProbes({ ...local, remoteAddress }, open)).toBe(false);
    },
  );

  it.each([
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-server', 'x-real-ip', 'x-client-ip'],
    ...['true-client-ip', 'cf-connecting-ip', 'sec-fetch-site'],
  ])('refuse what was passed on with %s', (name) => {
    expect(mayReadProbes(withHeaders({ [name]: '127.0.0.1' }), open)).toBe(false);
  });

  it.each(['rebound.example', 'rebound.example:8080', 'localhost.example', '', undefined])(
    'refuse a page that used the name %s',
    (host) => {
      expect(mayReadProbes({ ...local, headers: { host } }, open)).toBe(false);
    },
  );
});

it.each([
  ['a proxy is trusted', ['10.0.0.1'], undefined, true],
  ['browsers come over TLS', [], 'https://learn.example.org', true],
  ['neither is said', [], 'http://localhost:8080', false],
] as const)('stand behind a proxy where %s', (_, trustProxy, publicUrl, isBehindProxy) => {
  const settings = { metricsToken: undefined, trustProxy: [...trustProxy], publicUrl };
  const described = describeProbes(settings);
  expect(described).toEqual({ metricsToken: undefined, isBehindProxy });
});

describe('probes that a proxy passes on without a trace', () => {
  it('are refused where a proxy is configured', () => {
    expect(mayReadProbes(local, { ...open, isBehindProxy: true })).toBe(false);
  });

  it('are refused in HTTP/1.0, as nginx speaks it', () => {
    expect(mayReadProbes({ ...local, httpVersion: '1.0' }, open)).toBe(false);
  });
});

describe('probes with a token', () => {
  const token = 'a-long-enough-token';
  const settings: ProbeSettings = { metricsToken: token, isBehindProxy: true };
  const bearing = (authorization: string | undefined) => withHeaders({ authorization });

  it('admit a caller who knows it, from anywhere', () => {
    const far = { ...bearing(`Bearer ${token}`), remoteAddress: '203.0.113.9' };
    expect(mayReadProbes(far, settings)).toBe(true);
  });

  it.each([undefined, '', token, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`])(
    'refuse %o, from this machine too',
    (authorization) => {
      expect(mayReadProbes(bearing(authorization), settings)).toBe(false);
    },
  );

  it('refuse every other text', () => {
    fc.assert(
      fc.property(fc.string(), (guess) => {
        fc.pre(guess !== token);
        expect(mayReadProbes(bearing(`Bearer ${guess}`), settings)).toBe(false);
      }),
    );
  });
});
