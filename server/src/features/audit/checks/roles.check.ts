import { basePath, type Endpoint, endpoints, type UserType } from '@prahari/contract';
import * as z from 'zod/mini';
import {
  describeCall,
  describeHarmlessCall,
  expectStatus,
  listAsvs,
  nameCall,
  readData,
  unusedId,
} from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  observeAnswer,
  observeFact,
} from './check.rules.ts';

const { users } = endpoints;
const own = z.object({ id: z.string(), userType: z.string() });
const isRead = ({ method }: Endpoint) => method === 'GET' || method === 'HEAD';

/** Of each permission so many calls are tried. */
const callsOfPermission = 4;

function isClosedTo({ access }: Endpoint, userType: UserType): boolean {
  return access.kind === 'session' && !access.roles.includes(userType);
}

export const roleChecks: readonly AuditCheck[] = [
  {
    id: 'AUTHZ-01',
    title: 'Calls for administrators are closed to learners',
    category: 'authorization',
    kind: 'probe',
    severity: 'critical',
    reach: 'any_user',
    description: 'A learner is let into a call that is meant for administrators.',
    impact: 'Any learner can do what only those who run the platform should.',
    howTested:
      'A throwaway learner sends every call that changes something and is closed to learners, and every second one that reads; each must be refused with 403. Their ids are unused, and their bodies can’t be read.',
    recommendation: 'Name the roles of the call in its entry of the contract.',
    effort: 'small',
    steps: ['Correct `access.roles` of the entry, and run the matrix of roles.'],
    changes: [{ file: 'contract/src/endpoints', description: '`access` of the call' }],
    cwe: ['CWE-862', 'CWE-863'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.1.1', '8.2.1', '8.3.1'] }),
    components: ['API'],
    usualSeconds: 16,
    async run({ principals, ports }) {
      const learner = await principals.get('learner');
      const closed = ports.surface.endpoints.filter((one) => isClosedTo(one, 'LEARNER'));
      const reads = closed.filter(isRead).filter((_, i) => i % 2 === 0);
      const tried = [...closed.filter((one) => !isRead(one)), ...reads];
      const observed = [];
      for (const endpoint of tried) {
        const answer = await learner.call(describeHarmlessCall(endpoint));
        observed.push(expectStatus(answer, [403], undefined, endpoint));
      }
      return judgeObservations(observed, `${tried.length} of ${closed.length} calls were sent.`);
    },
  },
  {
    id: 'AUTHZ-10',
    title: 'Calls for super administrators are closed to administrators',
    category: 'authorization',
    kind: 'probe',
    severity: 'critical',
    reach: 'administrator',
    description: 'An administrator is let into a call that is meant for super administrators.',
    impact: 'An administrator can give rights, change the configuration, or read the audit log.',
    howTested:
      'A throwaway administrator with all rights of the role sends every call that is for super administrators alone; each must be refused with 403.',
    recommendation: 'Name the role of the call in its entry of the contract.',
    effort: 'small',
    steps: ['Correct `access.roles` of the entry, and run the matrix of roles.'],
    changes: [{ file: 'contract/src/endpoints', description: '`access` of the call' }],
    cwe: ['CWE-862', 'CWE-863'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.1.1', '8.2.1', '8.3.1'] }),
    components: ['API'],
    usualSeconds: 5,
    async run({ principals, ports }) {
      const administrator = await principals.get('administrator');
      const observed = [];
      for (const endpoint of ports.surface.endpoints) {
        if (!isClosedTo(endpoint, 'ADMIN')) continue;
        const answer = await administrator.call(describeHarmlessCall(endpoint));
        observed.push(expectStatus(answer, [403], undefined, endpoint));
      }
      return judgeObservations(observed);
    },
  },
  {
    id: 'AUTHZ-11',
    title: 'An administrator without a permission is kept out of what needs it',
    category: 'authorization',
    kind: 'probe',
    severity: 'high',
    reach: 'administrator',
    description: 'A call that needs a permission is open to administrators who lack it.',
    impact: 'Rights that a super administrator took away have no effect.',
    howTested:
      'A throwaway administrator without any permission sends up to four calls for each permission, those that change something first; each must be refused with 403.',
    recommendation: 'Name the permission of the call in its entry of the contract.',
    effort: 'small',
    steps: ['Correct `access.permission` of the entry, and run the matrix of roles.'],
    changes: [{ file: 'contract/src/endpoints', description: '`access` of the call' }],
    cwe: ['CWE-862', 'CWE-863'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.1.1', '8.2.1', '8.3.1'] }),
    components: ['API'],
    usualSeconds: 6,
    async run({ principals, ports }) {
      const administrator = await principals.create('ADMIN', { permissions: [] });
      const observed = [];
      for (const endpoint of pickByPermission(ports.surface.endpoints)) {
        const answer = await administrator.call(describeHarmlessCall(endpoint));
        observed.push(expectStatus(answer, [403], undefined, endpoint));
      }
      return judgeObservations(observed);
    },
  },
  {
    id: 'AUTHZ-03',
    title: 'Headers and fields by which a client claims a role have no effect',
    category: 'authorization',
    kind: 'probe',
    severity: 'critical',
    reach: 'any_user',
    description: 'The server believes what a request says about the role of its sender.',
    impact: 'Any learner becomes an administrator by a header.',
    howTested:
      'A throwaway learner asks for the list of users and for rights of its own, with each header, cookie and field of the specification that names a role; each must be refused as without it.',
    recommendation: 'Decide by the session alone.',
    effort: 'small',
    steps: ['Find where the named header or field is read, and remove it from the decision.'],
    changes: [],
    cwe: ['CWE-807', 'CWE-602'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 1: ['8.3.1', '2.2.2'] }),
    components: ['API'],
    usualSeconds: 3,
    run: runClaims,
  },
  {
    id: 'AUTHZ-04',
    title: 'Users can’t give themselves privileged fields',
    category: 'authorization',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'A field that only administrators may set is taken from a user’s own edit.',
    impact: 'A learner becomes an administrator, or changes into another account.',
    howTested:
      'A throwaway learner edits its profile and signs in with role, permissions, scope, id, state and password among the fields; the profile and the next sign-in must be as before.',
    recommendation: 'Take from a request the fields of its schema alone.',
    effort: 'small',
    steps: ['See that the body of the call has a schema, and that the update names its columns.'],
    changes: [{ file: 'contract/src/endpoints/users.ts', description: 'Body of the call' }],
    cwe: ['CWE-915'],
    owasp: ['A08:2025'],
    asvs: listAsvs({ 2: ['15.3.3', '8.2.3'] }),
    components: ['PUT /users/profile/me', 'POST /auth/login'],
    usualSeconds: 2,
    run: runMassAssignment,
  },
  {
    id: 'AUTHZ-09',
    title: 'The server answers no call that the contract does not name',
    category: 'authorization',
    kind: 'config',
    severity: 'medium',
    reach: 'unauthenticated',
    description: 'There is a route without an entry in the contract, so without a named access.',
    impact: 'Nobody decided who may use it, and no test walks it.',
    howTested:
      'The paths of the running router are compared with the contract; besides, only files of the web app, signed media and the description of the API are expected.',
    recommendation: 'Bind every call by an entry of the contract.',
    effort: 'small',
    steps: ['Remove the route, or add its entry.'],
    changes: [{ file: 'contract/src/endpoints', description: 'The entry of the call' }],
    cwe: ['CWE-749'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.1.1'], 2: ['13.4.5'] }),
    components: ['Router'],
    usualSeconds: 1,
    run: async ({ ports, now }) => judgeObservations(observeRoutes(ports, now())),
  },
];

function pickByPermission(all: readonly Endpoint[]): readonly Endpoint[] {
  const picked = new Map<string, Endpoint[]>();
  for (const endpoint of [...all].sort((a, b) => Number(isRead(a)) - Number(isRead(b)))) {
    const { access } = endpoint;
    if (access.kind !== 'session' || !access.permission || isClosedTo(endpoint, 'ADMIN')) continue;
    const of = picked.get(access.permission) ?? [];
    if (of.length < callsOfPermission) picked.set(access.permission, [...of, endpoint]);
  }
  return [...picked.values()].flat();
}

async function runClaims({ principals }: CheckTools) {
  const learner = await principals.get('learner');
  const administrator = await principals.get('administrator');
  const claims: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'x-admin-scope': 'global' },
    { 'x-super-admin': 'true' },
    { 'x-max-security-level': '10' },
    { 'x-user-type': 'SUPER_ADMIN', 'x-role': 'SUPER_ADMIN' },
    { cookie: 'userType=SUPER_ADMIN; permissions=users.read; isAuthenticated=true' },
  ];
  const observed = [];
  for (const headers of claims) {
    const what = Object.keys(headers).join(', ') || 'without a claim';
    const answer = await learner.call({ ...describeCall(users.list), headers });
    observed.push(expectStatus(answer, [403], what, users.list));
  }
  const rights = { permissions: ['users.read'], userType: 'SUPER_ADMIN' };
  const params = { id: unusedId };
  const headers = { 'x-super-admin': 'true' };
  const call = describeCall(users.setPermissions, { params, body: rights });
  observed.push(
    expectStatus(
      await learner.call({ ...call, headers }),
      [403],
      'a role in the body',
      users.setPermissions,
    ),
    expectStatus(
      await learner.call({
        ...describeCall(users.list),
        headers: { 'x-device-id': administrator.device.id },
      }),
      [401, 403],
      'the device id of an administrator',
      users.list,
    ),
  );
  return judgeObservations(observed);
}

async function runMassAssignment({ principals }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const { account, device } = learner;
  const privileged = {
    id: unusedId,
    userType: 'SUPER_ADMIN',
    permissions: ['users.read', 'permissions.write'],
    adminScope: { level: 'global' },
    status: 'active',
    loginCount: 0,
    passwordHash: 'x',
    deviceId: 'A'.repeat(43),
    contactNumber: '+919000000000',
    district: 'Audit',
    createdAt: '2000-01-01T00:00:00.000Z',
  };
  const before = await learner.call(describeCall(users.profile));
  const body = { ...privileged, name: 'Security audit' };
  const edited = await learner.call(describeCall(users.updateProfile, { body }));
  const after = await learner.call(describeCall(users.profile));
  const { countryCode, contactNumber, password } = account;
  const signedIn = await principals.callFrom(device, {
    ...describeCall(endpoints.auth.login, {
      body: { ...privileged, countryCode, contactNumber, password },
    }),
  });
  const rights = readData(
    signedIn,
    z.object({ userType: z.string(), permissions: z.array(z.any()) }),
  );
  const kept = (text: string) =>
    text.replace(/"(name|updatedAt|timestamp|correlationId)":"[^"]*"/g, '');
  const [was, is] = [readData(before, own), readData(after, own)];
  return judgeObservations([
    expectStatus(edited, [200, 400], 'extra fields are ignored or refused', users.updateProfile),
    {
      ...observeAnswer(
        after,
        'the profile as before, but for the name',
        is !== undefined && is.id === was?.id && kept(after.text) === kept(before.text),
        is === undefined ? `${after.status}` : `${is.userType}, with the fields before or others`,
      ),
      component: nameCall(users.updateProfile),
    },
    observeAnswer(
      signedIn,
      'a learner without permissions',
      rights?.userType === 'LEARNER' && rights.permissions.length === 0,
      `${rights?.userType ?? signedIn.status} with ${rights?.permissions.length ?? 0} permissions`,
    ),
  ]);
}

/** What the router has besides the contract: the API described, signed media, files of the web app. */
const besides = /^(\/|\/\*|\/media\/.*|\/assets\/.*|\/[^/:*]+\.[a-z0-9]+)$/;
const besidesOfApi = /^\/(docs(\/.*)?|openapi\.json)$/;

function observeRoutes({ surface }: CheckTools['ports'], at: Date) {
  const asRoute = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
  const known = new Set(
    surface.endpoints.flatMap(({ path, atRoot }) => [
      `${basePath}${asRoute(path)}`,
      ...(atRoot ? [asRoute(path)] : []),
    ]),
  );
  return [...surface.routes()].map((route) => {
    const isOfApi = route.startsWith(basePath);
    const isBesides = isOfApi
      ? besidesOfApi.test(route.slice(basePath.length))
      : besides.test(route);
    const isKnown = known.has(route);
    return observeFact({
      at,
      looked: `Route ${route}`,
      expected: 'in the contract, or a file',
      observed: isKnown ? 'in the contract' : isBesides ? 'a file' : 'neither',
      isAsExpected: isKnown || isBesides,
      component: route,
    });
  });
}
