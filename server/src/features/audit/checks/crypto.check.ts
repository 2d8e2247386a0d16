import { basePath } from '@prahari/contract';
import * as z from 'zod/mini';
import {
  type AuditCheck,
  judgeObservations,
  notApplicable,
  notTested,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import { judgePasswordMethod, leastSecretBytes } from './crypto.rules.ts';

/** More accounts say nothing new about how passwords are hashed. */
const mostHashes = 200_000;

const passwordHashes: AuditCheck = {
  id: 'CRYPT-01',
  title: 'Passwords are hashed so that guessing is dear',
  category: 'crypto',
  kind: 'data',
  severity: 'high',
  reach: 'administrator',
  description: 'Stored passwords are hashed by a method, or at a cost, that is guessed quickly.',
  impact: 'Anyone who gets a copy of the database soon has the passwords of many users.',
  howTested: 'The method and cost in the stored hashes are counted.',
  recommendation: 'Use Argon2id with at least 19 MiB and two passes.',
  effort: 'small',
  steps: ['Raise the settings.', 'Stored hashes follow at the next sign-in of each user.'],
  changes: [
    { file: 'PASSWORD_HASH_MEMORY_MIB', description: 'at least 19' },
    { file: 'PASSWORD_HASH_PASSES', description: 'at least 2' },
  ],
  cwe: ['CWE-916', 'CWE-759'],
  owasp: ['A04:2025'],
  asvs: [{ id: 'v5.0.0-11.4.2', level: 2 }],
  components: ['Stored passwords'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const methods = await ports.stored.countPasswordHashes(mostHashes);
    if (methods.length === 0) return notTested('No account has a password yet.');
    return judgeObservations(
      methods.map(({ method, count }) =>
        observeFact({
          at: now(),
          looked: 'method and cost of stored passwords',
          expected: 'Argon2id with at least 19 MiB and two passes',
          observed: `${count} by ${method}`,
          isAsExpected: judgePasswordMethod(method),
        }),
      ),
    );
  },
};

const secretStrength: AuditCheck = {
  id: 'CRYPT-02',
  title: 'Secrets are long, different from each other and made here',
  category: 'crypto',
  kind: 'config',
  severity: 'critical',
  reach: 'unauthenticated',
  description: 'A secret that signs or seals is short, used for several purposes, or a known one.',
  impact: 'Anyone who guesses or knows it can make tokens and addresses of every user.',
  howTested:
    'Length and hash of each secret are compared; the secrets themselves are not looked at.',
  recommendation: 'Let the server make its secrets, and rotate what was chosen by hand.',
  effort: 'medium',
  steps: ['Rotate the master key: npm run keys:rotate.'],
  changes: [],
  cwe: ['CWE-321', 'CWE-547', 'CWE-798'],
  owasp: ['A04:2025'],
  asvs: [
    { id: 'v5.0.0-13.3.1', level: 2 },
    { id: 'v5.0.0-11.2.3', level: 2 },
  ],
  components: ['Secrets of the instance'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { secrets } = ports.settings;
    return judgeObservations(
      secrets.map(({ purpose, bytes, sha256 }) => {
        const twins = secrets.filter(
          (other) => other.sha256 === sha256 && other.purpose !== purpose,
        );
        const observed = [
          `${bytes} bytes`,
          ...twins.map((twin) => `the same as ${twin.purpose}`),
        ].join(', ');
        return observeFact({
          at: now(),
          looked: `secret: ${purpose}`,
          expected: `at least ${leastSecretBytes} bytes, used for nothing else`,
          observed,
          isAsExpected: bytes >= leastSecretBytes && twins.length === 0,
          component: purpose,
        });
      }),
    );
  },
};

const tokenHeader = z.object({ alg: z.string() });

const algorithms: AuditCheck = {
  id: 'CRYPT-03',
  title: 'Tokens are signed by algorithms that are still trusted',
  category: 'crypto',
  kind: 'probe',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'Tokens or proofs use an algorithm that is weak, or that is not on the list.',
  impact: 'Tokens can be forged.',
  howTested: 'The header of a real access token, and what the server offers for proofs, are read.',
  recommendation: 'Sign with ES256 or EdDSA only.',
  effort: 'medium',
  steps: ['Find what signs with another algorithm, and replace it.'],
  changes: [],
  cwe: ['CWE-327', 'CWE-328'],
  owasp: ['A04:2025'],
  asvs: [
    { id: 'v5.0.0-9.1.2', level: 1 },
    { id: 'v5.0.0-11.3.1', level: 1 },
    { id: 'v5.0.0-11.4.1', level: 1 },
  ],
  components: ['Access tokens', 'Device proofs'],
  usualSeconds: 1,
  async run({ probe, principals, now }) {
    const { accessToken } = await principals.get('learner');
    const trusted = ['ES256', 'EdDSA'];
    const text = Buffer.from(accessToken.split('.')[0] ?? '', 'base64url').toString();
    const read = z.safeParse(tokenHeader, parseJson(text));
    const alg = read.success ? read.data.alg : 'none that can be read';
    const refused = await probe.send({ path: `${basePath}/users/profile/me` });
    const challenge = refused.headers['www-authenticate'] ?? '';
    const offered = /algs="([^"]*)"/.exec(challenge)?.[1]?.split(' ') ?? [];
    return judgeObservations([
      observeFact({
        at: now(),
        looked: 'header of an access token',
        expected: trusted.join(' or '),
        observed: alg,
        isAsExpected: trusted.includes(alg),
        component: 'Access tokens',
      }),
      observeAnswer(
        refused,
        `proofs by ${trusted.join(' or ')} only`,
        offered.length > 0 && offered.every((one) => trusted.includes(one)),
        challenge,
      ),
    ]);
  },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const leastDaysLeft = 14;
const dayMs = 86_400_000;
const noTls = 'PUBLIC_URL names no https address: nothing encrypts this installation for others.';

const tlsEndpoint: AuditCheck = {
  id: 'CRYPT-04',
  title: 'The public address has a trusted certificate and modern TLS',
  category: 'crypto',
  kind: 'probe',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'The certificate is not trusted or ends soon, or old protocols are accepted.',
  impact: 'Browsers refuse the address, or connections can be read and changed on their way.',
  howTested: 'A connection is made to the public address, and another one with TLS 1.1.',
  recommendation: 'Renew the certificate in time, and allow TLS 1.2 and 1.3 only.',
  effort: 'small',
  steps: ['In nginx: ssl_protocols TLSv1.2 TLSv1.3.', 'Let the certificate be renewed by itself.'],
  changes: [{ file: 'deploy/nginx', description: 'ssl_protocols and certificate' }],
  cwe: ['CWE-295', 'CWE-326'],
  owasp: ['A04:2025'],
  asvs: [
    { id: 'v5.0.0-12.1.1', level: 1 },
    { id: 'v5.0.0-12.1.2', level: 2 },
    { id: 'v5.0.0-12.2.2', level: 1 },
  ],
  components: ['Public address'],
  usualSeconds: 3,
  async run({ ports, now }) {
    const { publicUrl } = ports;
    if (!publicUrl?.startsWith('https:')) return notTested(noTls);
    const facts = await ports.outgoing.inspectTls(publicUrl);
    if (facts.protocol === null) {
      return notTested('The public address can’t be reached from this machine.');
    }
    const at = now();
    const looked = `TLS of ${publicUrl}`;
    const daysLeft = facts.expiresAt ? (facts.expiresAt.getTime() - at.getTime()) / dayMs : 0;
    return judgeObservations([
      observeFact({
        at,
        looked,
        expected: 'TLS 1.2 or 1.3, and nothing older',
        observed: facts.acceptsOldProtocols ? 'TLS 1.1 is accepted' : facts.protocol,
        isAsExpected: !facts.acceptsOldProtocols && /^TLSv1\.[23]$/.test(facts.protocol),
      }),
      observeFact({
        at,
        looked,
        expected: 'a certificate that this machine trusts, for this name',
        observed: facts.distrust ?? 'trusted',
        isAsExpected: facts.distrust === null,
      }),
      observeFact({
        at,
        looked,
        expected: `more than ${leastDaysLeft} days left`,
        observed: `${Math.floor(daysLeft)} days`,
        isAsExpected: daysLeft > leastDaysLeft,
      }),
    ]);
  },
};

const plainService: AuditCheck = {
  id: 'CRYPT-05',
  title: 'Nothing is served without encryption',
  category: 'crypto',
  kind: 'probe',
  severity: 'high',
  reach: 'unauthenticated',
  description: 'Pages or calls are answered by plain HTTP, to others than this machine.',
  impact: 'Everybody on the way can read and change what users send and get.',
  howTested:
    'The public name is asked by plain HTTP for a page and a call, and the address that this process listens on is compared with its settings.',
  recommendation:
    'Listen on this machine alone, and let a proxy with a certificate redirect to https.',
  effort: 'small',
  steps: ['Set HOST to 127.0.0.1.', 'Redirect port 80 to https for pages, and refuse calls.'],
  changes: [{ file: 'HOST', description: '127.0.0.1 behind a proxy on the same machine' }],
  cwe: ['CWE-319'],
  owasp: ['A04:2025'],
  asvs: [
    { id: 'v5.0.0-12.2.1', level: 1 },
    { id: 'v5.0.0-4.1.2', level: 2 },
    { id: 'v5.0.0-3.4.1', level: 1 },
  ],
  components: ['Public address'],
  usualSeconds: 3,
  async run({ ports, now }) {
    const { publicUrl } = ports;
    const { isOpenToNetworks, isServedOverTls } = ports.settings;
    const at = now();
    const openness = observeFact({
      at,
      looked: 'HOST and PUBLIC_URL',
      expected: 'other machines reach this server over TLS alone',
      observed: isOpenToNetworks ? 'listens on addresses of networks' : 'listens on this machine',
      isAsExpected: !isOpenToNetworks,
      // In a container the proxy is another machine, and a network may be its own.
      isWarning: isServedOverTls,
      component: 'HOST',
    });
    if (!publicUrl?.startsWith('https:')) return judgeObservations([openness], noTls);
    const observations = [openness];
    for (const path of ['/', `${basePath}/videos`]) {
      const answer = await ports.outgoing.askPlainly(publicUrl, path);
      const leads = answer && new URL(answer.location || '/', publicUrl.replace('https', 'http'));
      const isRedirect = leads?.protocol === 'https:' && [301, 308].includes(answer?.status ?? 0);
      const isRefused = answer === undefined || answer.status >= 400;
      observations.push(
        observeFact({
          at,
          looked: `plain HTTP: GET ${path}`,
          expected:
            path === '/' ? 'refused, or a lasting redirect to https' : 'refused or redirected',
          observed: answer ? `${answer.status} ${answer.location}`.trim() : 'nothing answers',
          isAsExpected: isRedirect || isRefused,
        }),
      );
    }
    return judgeObservations(observations);
  },
};

const sealedIvs: AuditCheck = {
  id: 'CRYPT-06',
  title: 'No two values are sealed with the same initialisation vector',
  category: 'crypto',
  kind: 'data',
  severity: 'high',
  reach: 'administrator',
  description: 'Values that were sealed under one key share an initialisation vector.',
  impact: 'With AES-GCM both can be read and others forged, without the key.',
  howTested: 'The vectors of all sealed values are counted by the database.',
  recommendation: 'Rotate the master key, which seals everything again.',
  effort: 'small',
  steps: ['npm run keys:rotate', 'Find out why randomness repeated: a copied virtual machine?'],
  changes: [],
  cwe: ['CWE-323'],
  owasp: ['A04:2025'],
  asvs: [{ id: 'v5.0.0-11.3.4', level: 3 }],
  components: ['Sealed values'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const repeated = await ports.stored.countRepeatedIvs();
    return judgeObservations([
      observeFact({
        at: now(),
        looked: 'initialisation vectors of sealed values',
        expected: 'each once',
        observed: `${repeated} repeated`,
        isAsExpected: repeated === 0,
      }),
    ]);
  },
};

const connections: AuditCheck = {
  id: 'CRYPT-08',
  title: 'Connections to the database and the object store are encrypted',
  category: 'crypto',
  kind: 'config',
  severity: 'high',
  reach: 'administrator',
  description: 'Data goes to another machine without encryption.',
  impact: 'Everybody on that network can read and change what is stored.',
  howTested:
    'The database says whether this connection is encrypted; the address of the store is read.',
  recommendation: 'Use TLS for both, or keep them on this machine.',
  effort: 'small',
  steps: ['Add sslmode=verify-full to DATABASE_URL.', 'Use an https address in S3_ENDPOINT.'],
  changes: [
    { file: 'DATABASE_URL', description: 'sslmode=verify-full' },
    { file: 'S3_ENDPOINT', description: 'an https address' },
  ],
  cwe: ['CWE-319'],
  owasp: ['A04:2025'],
  asvs: [{ id: 'v5.0.0-12.3.1', level: 2 }],
  components: ['Database', 'Object store'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const database = await ports.stored.describeDatabase();
    const { objectStore } = ports.settings;
    const isApart = !database.isLocal || objectStore !== 'disk';
    if (!isApart) return notApplicable('Database and media are on this machine.');
    return judgeObservations([
      observeFact({
        at: now(),
        looked: 'connection to the database',
        expected: 'encrypted, or within this machine',
        observed: database.isEncrypted ? 'encrypted' : database.isLocal ? 'local' : 'plain',
        isAsExpected: database.isEncrypted || database.isLocal,
        component: 'Database',
      }),
      observeFact({
        at: now(),
        looked: 'connection to the object store',
        expected: 'encrypted, or a disk of this machine',
        observed: objectStore,
        isAsExpected: objectStore !== 'plain',
        component: 'Object store',
      }),
    ]);
  },
};

export const cryptoChecks: readonly AuditCheck[] = [
  passwordHashes,
  secretStrength,
  algorithms,
  tlsEndpoint,
  plainService,
  sealedIvs,
  connections,
];
