import { randomInt } from 'node:crypto';
import { basePath } from '@prahari/contract';
import { createDeviceKey } from '../probe/device-key.adapter.ts';
import type { ProbeAnswer, ProbeRequest } from '../probe/probe.adapter.ts';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import { internalText } from './input.rules.ts';

const json = { 'content-type': 'application/json' };
const badRequests: readonly ProbeRequest[] = [
  { path: `${basePath}/auth/login`, method: 'POST', headers: json, body: '{"a":' },
  {
    path: `${basePath}/auth/login`,
    method: 'POST',
    headers: json,
    body: Buffer.from([0xff, 0xfe]),
  },
  {
    path: `${basePath}/auth/login`,
    method: 'POST',
    headers: { 'content-type': 'x/y;;=' },
    body: 'a',
  },
  { path: `${basePath}/auth/login`, method: 'PUT' },
  { path: `${basePath}/no/such/call` },
  { path: `${basePath}/videos/%ff%fe` },
  { path: `${basePath}/videos/${'a'.repeat(3000)}` },
  { path: `${basePath}/users/profile/me`, headers: { authorization: 'DPoP a.b.c', dpop: 'a.b.c' } },
  { path: '/media/%00/%ff' },
  { path: '/media/a/b', headers: { range: 'bytes=9-1,-' } },
  { path: '/assets/%' },
  { path: '/health/no-such-part' },
];

const quietErrors: AuditCheck = {
  id: 'ERR-01',
  title: 'Errors show nothing of the inside',
  category: 'error_handling',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'An error answer holds a stack, a statement, a path or the name of a library.',
  impact: 'It tells an attacker how the server works and which weaknesses to try.',
  howTested: 'Requests are sent that fail in different places; their answers are searched.',
  recommendation: 'Answer errors in the envelope of this API.',
  effort: 'small',
  steps: ['Repeat the request of the evidence, at the server and behind the proxy.'],
  changes: [],
  cwe: ['CWE-209'],
  owasp: ['A10:2025'],
  asvs: [
    { id: 'v5.0.0-16.5.1', level: 2 },
    { id: 'v5.0.0-13.4.6', level: 3 },
  ],
  components: ['Error answers'],
  usualSeconds: 2,
  async run({ probe, principals, now }) {
    const observations: Observation[] = [];
    const learner = await principals.get('learner');
    const answers: ProbeAnswer[] = [];
    for (const request of badRequests) answers.push(await probe.send(request));
    for (const path of ['/videos?page=x', '/videos/no-id', '/videos/no-id/notes', '/admin/users']) {
      answers.push(await learner.call({ path: `${basePath}${path}` }));
    }
    for (const answer of answers) {
      const found = internalText.exec(answer.text)?.[0];
      const isQuiet = found === undefined && answer.status < 500;
      observations.push(
        observeAnswer(
          answer,
          'below 500, and nothing of the inside',
          isQuiet,
          `${answer.status}${found ? ` with ${found}` : ''}`,
        ),
      );
    }
    const raw = await probe.sendRaw('NO HTTP AT ALL\r\n\r\n');
    observations.push(
      observeFact({
        at: raw.at,
        looked: raw.shown,
        expected: '400 in the envelope, with nosniff',
        observed: `${raw.status ?? 'no answer'}`,
        isAsExpected:
          raw.status === undefined ||
          (raw.status === 400 &&
            /x-content-type-options: nosniff/i.test(raw.text) &&
            !internalText.test(raw.text)),
        component: 'Malformed requests',
      }),
    );
    return judgeObservations(observations, `Looked at on ${now().toISOString().slice(0, 10)}.`);
  },
};

const sameAnswers: AuditCheck = {
  id: 'ERR-05',
  title: 'Answers do not say whether a phone number has an account',
  category: 'error_handling',
  kind: 'probe',
  severity: 'medium',
  reach: 'unauthenticated',
  description: 'Activation or forgotten passwords answer differently for numbers with an account.',
  impact: 'Anybody can find out which numbers belong to users, and try passwords at those alone.',
  howTested:
    'An activation code and a reset are asked for with the number of a throwaway account and with one that nobody has; the answers are compared.',
  recommendation: 'Give both the same status, text and code.',
  effort: 'small',
  steps: ['Compare the two requests of the evidence.'],
  changes: [],
  cwe: ['CWE-204'],
  owasp: ['A07:2025'],
  asvs: [{ id: 'v5.0.0-6.3.8', level: 3 }],
  components: ['POST /auth/verify', 'POST /auth/forgot-password'],
  usualSeconds: 2,
  async run({ principals }) {
    const account = await principals.createAccount('LEARNER');
    const device = await createDeviceKey();
    const { countryCode } = account;
    // Of the range that no user can have.
    const nobody = `+9110${randomInt(1e8).toString().padStart(8, '0')}`;
    const observations: Observation[] = [];
    for (const { path, more } of [
      { path: `${basePath}/auth/verify`, more: { code: 'AAAA-BBBB-CCCC' } },
      { path: `${basePath}/auth/forgot-password`, more: {} },
    ]) {
      const ask = (contactNumber: string) =>
        principals.callFrom(device, {
          method: 'POST',
          path,
          body: JSON.stringify({ countryCode, contactNumber, ...more }),
        });
      const unknown = await ask(nobody);
      const known = await ask(account.contactNumber);
      if (unknown.status === 404 || unknown.status === 429 || known.status === 429) continue;
      observations.push(
        observeAnswer(
          known,
          `the same as for a number that nobody has: ${unknown.status}`,
          signOf(known) === signOf(unknown),
          `${known.status}${signOf(known) === signOf(unknown) ? '' : ', or another text'}`,
        ),
      );
    }
    return observations.length === 0
      ? notTested('Neither call is open here, or too many were asked for.')
      : judgeObservations(observations);
  },
};

/** Reduces an answer to status, headers and body, without the parts that differ each time. */
function signOf({ status, headers, text }: ProbeAnswer): string {
  const changing = /^(?:date|x-correlation-id|dpop-nonce|ratelimit.*|content-length|retry-after)$/;
  const kept = Object.entries(headers).filter(([name]) => !changing.test(name));
  const body = text.replace(/"(?:timestamp|correlationId|expiresAt)":"[^"]*"/g, '');
  return JSON.stringify([status, kept.sort(), body]);
}

export const errorChecks: readonly AuditCheck[] = [quietErrors, sameAnswers];
