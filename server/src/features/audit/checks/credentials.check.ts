import { createHmac, randomBytes } from 'node:crypto';
import { type Endpoint, endpoints, responseHeaders } from '@prahari/contract';
import { generateKeyPair, SignJWT } from 'jose';
import { createDeviceKey, type DeviceKey, type ProofParts } from '../probe/device-key.adapter.ts';
import type { Principal } from '../probe/principals.adapter.ts';
import { describeCall, describeHarmlessCall, expectStatus, listAsvs } from './calls.rules.ts';
import { type AuditCheck, type CheckTools, judgeObservations } from './check.rules.ts';

const { validate, refresh } = endpoints.auth;

/** Every call is sent without credentials; one of so many also with each kind of worthless ones. */
const everySoMany = 12;
const worthless: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'DPoP ' },
  { authorization: `Bearer ${'a'.repeat(43)}` },
  { authorization: `DPoP ${'a'.repeat(43)}`, cookie: '__Host-prahari-refresh=' },
];

const needsCredential = ({ access }: Endpoint) =>
  access.kind === 'session' || access.kind === 'device' || access.kind === 'runner';

export const credentialChecks: readonly AuditCheck[] = [
  {
    id: 'AUTH-01',
    title: 'Every call that is not public needs a credential',
    category: 'authentication',
    kind: 'probe',
    severity: 'critical',
    reach: 'unauthenticated',
    description: 'A call that is meant for signed-in users is answered without a credential.',
    impact: 'Anybody who reaches the server can use it and read what it answers.',
    howTested:
      'Every call of the API that is not public is sent without a credential, and a sample of them with an empty and with invented ones; each must be refused with 401.',
    recommendation: 'Bind the call with the access that its entry in the contract names.',
    effort: 'small',
    steps: [
      'Find the route of the call, and see that it is bound by its entry of the contract.',
      'Correct `access` of the entry, and run the tests that walk every route.',
    ],
    changes: [{ file: 'contract/src/endpoints', description: '`access` of the call' }],
    cwe: ['CWE-306'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['7.2.1', '8.2.1', '8.3.1'] }),
    components: ['API'],
    usualSeconds: 30,
    async run({ probe, ports }) {
      const closed = ports.surface.endpoints.filter(needsCredential);
      const observed = [];
      for (const [i, endpoint] of closed.entries()) {
        const call = describeHarmlessCall(endpoint);
        observed.push(expectStatus(await probe.send(call), [401], undefined, endpoint));
        if (i % everySoMany !== 0) continue;
        for (const headers of worthless) {
          const answer = await probe.send({ ...call, headers: { ...call.headers, ...headers } });
          observed.push(expectStatus(answer, [401], undefined, endpoint));
        }
      }
      return judgeObservations(observed, `${closed.length} calls were sent.`);
    },
  },
  {
    id: 'AUTH-02',
    title: 'Forged and altered access tokens are refused',
    category: 'authentication',
    kind: 'probe',
    severity: 'critical',
    reach: 'unauthenticated',
    description: 'The server accepts an access token that it did not sign as it is.',
    impact: 'An attacker makes tokens for any account, administrators included.',
    howTested:
      'A throwaway account’s own token works; then it is sent without a signature, signed by other keys and algorithms, with a key of its own in the header, with changed claims, with a cut signature, and a refresh token in its place.',
    recommendation: 'Verify each token with the one key and algorithm of this server.',
    effort: 'small',
    steps: [
      'See that tokens are read with a fixed list of algorithms, issuer and type.',
      'Replace the signing key if a forged token was accepted: it may have been used.',
    ],
    changes: [
      {
        file: 'server/src/features/auth/sessions/tokens.adapter.ts',
        description: 'How tokens are verified',
      },
    ],
    cwe: ['CWE-347', 'CWE-287'],
    owasp: ['A04:2025'],
    asvs: listAsvs({ 1: ['9.1.1', '9.1.2', '9.1.3', '9.2.1'], 2: ['9.2.2', '9.2.3'] }),
    components: ['Access tokens'],
    usualSeconds: 4,
    async run({ principals }) {
      const learner = await principals.get('learner');
      const other = await principals.get('otherLearner');
      const call = describeCall(validate);
      const control = await learner.call(call);
      const observed = [expectStatus(control, [200], 'the token itself')];
      const forged = await forgeTokens(learner, other.account.userId);
      for (const [what, accessToken] of Object.entries(forged)) {
        const answer = await learner.call({ ...call, accessToken });
        observed.push(expectStatus(answer, [401], what));
      }
      return judgeObservations(
        observed,
        'A token that expired can’t be made without the key of the server: its life is checked by SESS-05.',
      );
    },
  },
  {
    id: 'AUTH-11',
    title: 'Proofs of a device are checked in all their parts',
    category: 'authentication',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description:
      'A DPoP proof is accepted although it was used before, or made for something else.',
    impact: 'Anyone who reads one request can send it again, or use it for another call.',
    howTested:
      'Proofs of a throwaway account are sent twice, for another method, address or token, without or with an invented nonce, of another type, with the private key in them, and two at once. One that differs from its request by the query alone must work.',
    recommendation: 'Check every condition of RFC 9449, section 4.3, before a call is let in.',
    effort: 'medium',
    steps: ['Compare the check of proofs with the twelve conditions of RFC 9449, section 4.3.'],
    changes: [
      { file: 'server/src/platform/http/proof/proof.ts', description: 'How proofs are verified' },
    ],
    cwe: ['CWE-294'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['9.1.1'], 3: ['10.3.5'] }),
    components: ['Device proofs (DPoP)'],
    usualSeconds: 3,
    run: runProofs,
  },
  {
    id: 'AUTH-12',
    title: 'Stolen tokens are useless without the key of their device',
    category: 'authentication',
    kind: 'probe',
    severity: 'high',
    reach: 'unauthenticated',
    description: 'A token works on a device that it was not issued to.',
    impact: 'Malware or a copied storage of a browser is enough to take a session over.',
    howTested:
      'The access and refresh token of a throwaway account are sent without a proof, as plain bearer token, and with proofs of another device that also claims to be the first; then the account’s own device must still work.',
    recommendation: 'Compare the key of the proof with the one in the token, at every call.',
    effort: 'small',
    steps: ['See that the thumbprint in the token (`cnf.jkt`) is compared with the proof’s key.'],
    changes: [
      {
        file: 'server/src/features/auth/sessions/authenticator.usecases.ts',
        description: 'Comparison of device and token',
      },
    ],
    cwe: ['CWE-294', 'CWE-287'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['9.1.1'], 3: ['10.3.5'] }),
    components: ['Access tokens', 'Refresh tokens'],
    usualSeconds: 2,
    async run({ probe, principals }) {
      const victim = await principals.create('LEARNER');
      const thief = await createDeviceKey();
      const call = describeCall(validate);
      const { accessToken, refreshToken } = victim;
      const dpop = { authorization: `DPoP ${accessToken}` };
      const bearer = { authorization: `Bearer ${accessToken}` };
      const claims = { 'x-device-id': victim.device.id };
      const taken = describeCall(refresh, { body: { refreshToken } });
      const observed = [
        expectStatus(await probe.send({ ...call, headers: dpop }), [401], 'no proof'),
        expectStatus(await probe.send({ ...call, headers: bearer }), [401], 'bearer token'),
        expectStatus(
          await principals.callFrom(thief, { ...call, accessToken }),
          [401],
          'access token with the proof of another device',
        ),
        expectStatus(
          await principals.callFrom(thief, { ...call, accessToken, headers: claims }),
          [401],
          'the same, with the id of the first device',
        ),
        expectStatus(
          await principals.callFrom(thief, taken),
          [401],
          'refresh token with the proof of another device',
        ),
        expectStatus(await victim.call(call), [200], 'the device itself'),
      ];
      return judgeObservations(observed);
    },
  },
];

async function runProofs({ probe, principals }: CheckTools) {
  const { device, accessToken, call } = await principals.get('learner');
  const asked = describeCall(validate);
  const control = await call(asked);
  const nonce = control.headers[responseHeaders.nonce];
  const url = `${probe.origin}${asked.path}`;
  const good = { method: 'GET', url, nonce, accessToken };
  const authorization = `DPoP ${accessToken}`;
  const sendWith = async (parts: ProofParts, path = asked.path) =>
    probe.send({ path, headers: { ...(await device.prove(parts)), authorization } });

  const twice = { ...(await device.prove(good)), authorization };
  const first = await probe.send({ path: asked.path, headers: twice });
  const again = await probe.send({ path: asked.path, headers: twice });
  const [one, other] = [await device.prove(good), await device.prove(good)];
  const both = { authorization, dpop: [one['dpop'] ?? '', other['dpop'] ?? ''] };
  const bad: readonly (readonly [string, ProofParts])[] = [
    ['made for another method', { ...good, method: 'POST' }],
    ['made for another address', { ...good, url: `${probe.origin}/api/v1/users/profile/me` }],
    ['made for another server', { ...good, url: `https://other.example${asked.path}` }],
    ['without the hash of the token', { ...good, accessToken: undefined }],
    ['with the hash of another token', { ...good, accessToken: `${accessToken}x` }],
    ['without a nonce', { ...good, nonce: undefined }],
    ['with an invented nonce', { ...good, nonce: randomBytes(22).toString('base64url') }],
    ['of another type', { ...good, type: 'JWT' }],
    ['with the private key in it', { ...good, jwk: device.privateJwk }],
  ];
  const observed = [
    expectStatus(control, [200], 'a good proof'),
    expectStatus(first, [200], 'a good proof'),
    expectStatus(again, [401], 'the same proof again'),
    expectStatus(await sendWith(good, `${asked.path}?a=1`), [200], 'only the query differs'),
    expectStatus(await probe.send({ path: asked.path, headers: both }), [401], 'two proofs'),
  ];
  for (const [what, parts] of bad) {
    observed.push(expectStatus(await sendWith(parts), [401], `a proof ${what}`));
  }
  return judgeObservations(
    observed,
    'The time in a proof is not judged: the nonce of the server says how old it is.',
  );
}

/** Makes tokens that this server never signed, by what is wrong with them. */
async function forgeTokens(
  { accessToken, refreshToken, device }: Principal,
  otherUserId: string,
): Promise<Readonly<Record<string, string>>> {
  const [header = '', payload = '', signature = ''] = accessToken.split('.');
  const claims = readClaims(payload);
  const changed = encode({ ...claims, sub: otherUserId });
  const longer = encode({ ...claims, exp: Math.floor(Date.now() / 1000) + 86_400 });
  return {
    'no signature (alg none)': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'an algorithm in other letters (alg NoNe)': `${encode({ alg: 'NoNe', typ: 'at+jwt' })}.${payload}.`,
    'a MAC with a public key (HS256)': signByMac(payload, device),
    'another key': await signByOtherKey(claims, {}),
    'another key, which an unknown kid names': await signByOtherKey(claims, { kid: '../../key' }),
    'another key, in its own header (jwk)': await signByOtherKey(claims, {
      jwk: { ...device.publicJwk },
    }),
    'another key, at an address in its header (jku)': await signByOtherKey(claims, {
      jku: 'https://other.example/keys.json',
    }),
    'the claims of another account': `${header}.${changed}.${signature}`,
    'a later end': `${header}.${longer}.${signature}`,
    'half a signature': `${header}.${payload}.${signature.slice(0, 43)}`,
    'no third part': `${header}.${payload}`,
    'a refresh token': refreshToken,
  };
}

function signByMac(payload: string, { publicJwk }: DeviceKey): string {
  const input = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${payload}`;
  const mac = createHmac('sha256', JSON.stringify(publicJwk)).update(input).digest('base64url');
  return `${input}.${mac}`;
}

async function signByOtherKey(
  claims: Record<string, unknown>,
  header: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT(claims)
    .setProtectedHeader({ ...header, alg: 'ES256', typ: 'at+jwt' })
    .sign(privateKey);
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function readClaims(payload: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return typeof claims === 'object' && claims !== null ? { ...claims } : {};
}
