import { setTimeout as delay } from 'node:timers/promises';
import type { TestServer } from '../../../testing/start-test-server.ts';
import type { ProbeAnswer, ProbeRequest } from '../probe/probe.adapter.ts';
import { changeAnswer, type Weakness } from './access-bench.fixture.ts';
import { readReason } from './calls.rules.ts';

/** A weakness of what a server answers, and the checks that must find it. */
export interface WeakAnswers {
  readonly what: string;
  readonly foundBy: readonly string[];
  readonly weakness: Weakness;
}

type Change = (answer: ProbeAnswer, request: ProbeRequest) => Partial<ProbeAnswer>;

const answers = (change: Change): Weakness => {
  return async (request, send) => {
    const answer = await send(request);
    return changeAnswer(answer, change(answer, request));
  };
};

/** Makes refused calls succeed; admitted calls stay as they are. */
const opens = (matches: (request: ProbeRequest) => boolean, statuses = [401, 403]): Weakness =>
  answers(({ status }, request) =>
    statuses.includes(status) && matches(request) ? { status: 200, text: '{}', json: {} } : {},
  );

const header = ({ headers = {} }: ProbeRequest, name: string) => `${headers[name] ?? ''}`;

function without(headers: ProbeAnswer['headers'], name: string): ProbeAnswer['headers'] {
  const { [name]: _, ...others } = headers;
  return others;
}

const asJson = (json: unknown) => ({ status: 200, json, text: JSON.stringify(json) });
const asPage = (text: string) => ({ status: 200, text, headers: { 'content-type': 'text/html' } });

/** Simulates a server that never checks whether a session has ended. */
function forgetsEnds(): Weakness {
  const allowed = new Map<string, ProbeAnswer>();
  const ends = new Set([
    'session_ended',
    'refresh_invalid',
    'refresh_reused',
    'activation_invalid',
  ]);
  return async (request, send) => {
    const answer = await send(request);
    const key = [request.method, request.path, header(request, 'authorization'), request.body];
    const before = allowed.get(key.join(' '));
    if (before && ends.has(readReason(answer) ?? '')) return before;
    if (answer.status === 200) allowed.set(key.join(' '), answer);
    return answer;
  };
}

/** Simulates sign-ins whose text and duration reveal which numbers have an account. */
function tellsNumbers(server: TestServer): Weakness {
  const { db } = server.instance.foundation;
  return async (request, send) => {
    const answer = await send(request);
    if (!request.path.endsWith('/auth/login') || answer.status !== 401) return answer;
    const number = /"contactNumber":"([^"]+)"/.exec(`${request.body}`)?.[1] ?? '';
    const isKnown = db.selectFrom('users').select('id').where('contact_number', '=', number);
    if (!(await isKnown.executeTakeFirst())) return answer;
    // Long enough to be seen on a busy machine, where a sign-in is slow anyway.
    await delay(40 + 2 * answer.durationMs);
    return changeAnswer(answer, {
      text: answer.text.replace('Invalid credentials', 'Wrong password'),
    });
  };
}

/** Simulates a server that accepts a proof repeatedly. */
function takesProofsTwice(): Weakness {
  const seen = new Set<string>();
  return answers(({ status }, request) => {
    const proof = header(request, 'dpop');
    const isAgain = proof !== '' && seen.has(proof);
    seen.add(proof);
    return isAgain && status === 401 ? { status: 200, text: '{}', json: {} } : {};
  });
}

/** Simulates a server that stores a role which users write into their profile. */
function takesRoles(): Weakness {
  const raised = new Set<string>();
  return answers(({ status, text }, request) => {
    const owner = header(request, 'authorization');
    if (request.method === 'PUT' && `${request.body}`.includes('SUPER_ADMIN')) raised.add(owner);
    const isProfile = request.method !== 'PUT' && request.path.endsWith('/users/profile/me');
    return isProfile && status === 200 && raised.has(owner)
      ? asJson(JSON.parse(text.replaceAll('"LEARNER"', '"SUPER_ADMIN"')))
      : {};
  });
}

const page = '<script type="module" src="/assets/page.js">';
const isCall = ({ path }: ProbeRequest) => path.startsWith('/api/');

/** Lists the answers of a careless server: all weaknesses that can be combined. */
export function listWeakAnswers(server: TestServer): readonly WeakAnswers[] {
  return [
    {
      what: 'no content security policy',
      foundBy: ['CONF-01', 'CONF-02', 'CONF-10', 'CONF-12'],
      weakness: answers(({ headers }) => ({
        headers: without(headers, 'content-security-policy'),
      })),
    },
    {
      what: 'answers that name nginx and let every origin read them',
      foundBy: ['CONF-03', 'CONF-13'],
      weakness: answers(({ headers }) => ({
        headers: { ...headers, server: 'nginx/1.18.0', 'access-control-allow-origin': '*' },
      })),
    },
    {
      what: 'answers that caches store',
      foundBy: ['DATA-03'],
      weakness: answers(({ headers }, request) =>
        isCall(request) ? { headers: { ...headers, 'cache-control': 'private, max-age=60' } } : {},
      ),
    },
    {
      what: 'cookies without their flags',
      foundBy: ['SESS-01'],
      weakness: answers(({ setCookies }) => ({
        setCookies: setCookies.map((line) => line.replace(/; (?:HttpOnly|SameSite=\w+)/gi, '')),
      })),
    },
    {
      what: 'a script from elsewhere',
      foundBy: ['DATA-09'],
      weakness: answers(({ text }) => ({
        text: text.replace(page, page.replace('/assets', 'https://cdn.invalid')),
      })),
    },
    {
      what: 'one route without a policy',
      foundBy: ['AUTH-01', 'AUTHZ-01'],
      weakness: opens(({ path }) => path.startsWith('/api/v1/admin/user-groups')),
    },
    {
      what: 'calls for others that administrators may use',
      foundBy: ['AUTHZ-10', 'AUTHZ-11'],
      weakness: opens(({ path }) => /\/admin\/(?:audit-log|users\/bulk\/delete)$/.test(path)),
    },
    {
      what: 'no scope where users are blocked, and members changed',
      foundBy: ['AUTHZ-12', 'AUTHZ-13'],
      weakness: opens(
        ({ method, path }) => method === 'PUT' && /\/(?:block|members)$/.test(path),
        [403, 404],
      ),
    },
    {
      what: 'sessions of others that a learner ends',
      foundBy: ['AUTHZ-02'],
      weakness: opens(
        ({ method, path }) => method === 'DELETE' && path.includes('/auth/sessions/'),
        [403, 404],
      ),
    },
    {
      what: 'administrators that administrators make',
      foundBy: ['BIZ-05'],
      weakness: opens(({ method, path }) => method === 'POST' && path.endsWith('/admin/users')),
    },
    {
      what: 'headers that are believed',
      foundBy: ['AUTHZ-03', 'AUTHZ-08'],
      weakness: opens(
        (request) =>
          header(request, 'x-super-admin') === 'true' ||
          header(request, 'x-real-ip') === '10.0.0.1',
      ),
    },
    {
      what: 'another spelling',
      foundBy: ['AUTHZ-07'],
      weakness: opens(({ path }) => path.includes(';a=1'), [401, 403, 404]),
    },
    { what: 'a profile that takes a role', foundBy: ['AUTHZ-04'], weakness: takesRoles() },
    {
      what: 'tokens without a signature',
      foundBy: ['AUTH-02'],
      weakness: opens((request) => header(request, 'authorization').endsWith('.')),
    },
    { what: 'proofs that count twice', foundBy: ['AUTH-11'], weakness: takesProofsTwice() },
    {
      what: 'sessions, codes and refresh tokens that never end',
      foundBy: ['SESS-02', 'SESS-04', 'SESS-08', 'AUTH-09', 'AUTH-10', 'AUTHZ-06'],
      weakness: forgetsEnds(),
    },
    {
      what: 'a renewal that another site causes',
      foundBy: ['SESS-06'],
      weakness: opens(
        (request) =>
          request.path.endsWith('/auth/refresh') &&
          header(request, 'sec-fetch-site') === 'cross-site',
      ),
    },
    {
      what: 'sign-ins that tell numbers apart',
      foundBy: ['AUTH-05', 'AUTH-06'],
      weakness: tellsNumbers(server),
    },
    {
      what: 'sign-ins without a limit',
      foundBy: ['AUTH-03', 'AUTH-04', 'AUTH-13'],
      weakness: answers(({ status, headers }, { path }) =>
        status === 429 && path.endsWith('/auth/login')
          ? { status: 401, headers: without(headers, 'retry-after') }
          : {},
      ),
    },
    {
      what: 'a common password that is taken',
      foundBy: ['AUTH-14'],
      weakness: opens(
        ({ path, body }) =>
          path.endsWith('/auth/change-password') && `${body}`.includes('iloveyou1'),
        [400],
      ),
    },
    {
      what: 'starts without a limit',
      foundBy: ['BIZ-04'],
      weakness: answers(({ status }, { path }) =>
        status === 429 && path.endsWith('/stream') ? { status: 404 } : {},
      ),
    },
    {
      what: 'segments without a cookie',
      foundBy: ['AUTHZ-05'],
      weakness: opens(
        (request) => request.path.startsWith('/media/') && !header(request, 'cookie'),
      ),
    },
    {
      what: 'errors as developers like them',
      foundBy: ['ERR-01', 'INPUT-01'],
      weakness: answers(({ status, text }) =>
        status === 404 || (status === 400 && text.includes('VALIDATION_FAILED'))
          ? { status: status === 400 ? 500 : status, text: 'Error: at answer (/srv/app.ts:10:2)' }
          : {},
      ),
    },
    {
      what: 'a search that becomes a statement',
      foundBy: ['INPUT-02'],
      weakness: answers((_, { path }) =>
        path.includes('search=zq7') ? { text: 'syntax error at or near "1"' } : {},
      ),
    },
    {
      what: 'an address that comes back as a page',
      foundBy: ['INPUT-03'],
      weakness: answers((_, { path }) =>
        path.includes('onerror') ? asPage(decodeURIComponent(path)) : {},
      ),
    },
    {
      what: 'files of the machine',
      foundBy: ['INPUT-04', 'DATA-06'],
      weakness: answers((_, { path }) => {
        if (path === '/.git/HEAD') return { status: 200, text: 'ref: refs/heads/main' };
        return path.includes('%2e%2e')
          ? { status: 200, text: 'root:x:0:0:root:/root:/bin/sh' }
          : {};
      }),
    },
    {
      what: 'uploads of any kind',
      foundBy: ['INPUT-05'],
      weakness: answers(({ status }, { path }) =>
        path.includes('/admin/upload') && status < 500 ? { status: 200 } : {},
      ),
    },
    {
      what: 'exports that open as pages',
      foundBy: ['INPUT-08'],
      weakness: answers((_, { path }) =>
        path.includes('/export') ? { headers: { 'content-type': 'text/html' } } : {},
      ),
    },
    {
      what: 'forms in place of JSON',
      foundBy: ['INPUT-10'],
      weakness: answers(({ status }) => (status === 415 ? { status: 200 } : {})),
    },
    {
      what: 'a password hash in a profile',
      foundBy: ['DATA-01'],
      weakness: answers(({ status, json }, { method, path }) =>
        status === 200 && method === 'GET' && path.endsWith('/auth/validate')
          ? asJson({ ...Object(json), passwordHash: '$argon2id$v=19$' })
          : {},
      ),
    },
    {
      what: 'tools of developers and metrics for everybody',
      foundBy: ['CONF-04', 'CONF-05'],
      weakness: answers((_, { path }) => {
        if (path === '/graphql') return { status: 200, text: '{"data":{}}' };
        return path === '/metrics' ? { status: 200, text: '# HELP' } : {};
      }),
    },
    {
      what: 'proofs by weak algorithms',
      foundBy: ['CRYPT-03'],
      weakness: answers(({ headers }) =>
        headers['www-authenticate'] === undefined
          ? {}
          : { headers: { ...headers, 'www-authenticate': 'DPoP algs="ES256 none"' } },
      ),
    },
  ];
}
