import { endpoints, type UserType } from '@prahari/contract';
import { afterAll, beforeAll } from 'vitest';
import { type CasesOf, type Prepare, testCalls } from './testing/call-cases.ts';
import { importUsers } from './testing/import-users.ts';
import { noId } from './testing/role-subjects.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const { auth, imports, uploads, users } = endpoints;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const root =
  (input: object = {}): Prepare =>
  async (on) => ({ client: await on.superAdmin(), ...input });
const learner =
  (input: object = {}): Prepare =>
  async (on) => ({ client: await on.newUser(), ...input });
/** The super administrator, on a new user. */
const about =
  (input: object = {}, userType: UserType = 'LEARNER'): Prepare =>
  async (on) => {
    const { userId } = await on.newUser(userType);
    return { client: await on.superAdmin(), params: { id: userId }, ...input };
  };
const fresh: Prepare = async (on) => {
  const { userId } = await on.newUser();
  const client = await on.superAdmin();
  const params = { id: userId };
  const { updatedAt } = await client.call(users.get, { params });
  return { client, params, body: { updatedAt, name: 'Edited' } };
};
const stale = { body: { updatedAt: '2020-01-01T00:00:00.000Z', name: 'Edited' } };

/** Refusals that every call on one user shares. */
const noUser = (input: object = {}) =>
  [
    ['nobody has the id', root({ params: { id: noId }, ...input }), 404, 'RESOURCE_NOT_FOUND'],
    ['no id', root({ params: { id: 'x' }, ...input }), 400, 'INVALID_FORMAT'],
    [
      'a learner calls',
      learner({ params: { id: noId }, ...input }),
      ...([403, 'INSUFFICIENT_PERMISSIONS'] as const),
    ],
  ] as const;
const list = {
  good: [
    ['plain', root(), { page: 1, limit: 25 }],
    ['sorted', root({ query: { sortBy: 'name', limit: '1' } }), { page: 1, limit: 1 }],
  ],
  bad: [
    ['sorted by nothing known', root({ query: { sortBy: 'password' } }), 400, 'INVALID_VALUE'],
    ['a limit too high', root({ query: { limit: '101' } }), 400, 'INVALID_VALUE'],
    ['a learner calls', learner(), 403, 'INSUFFICIENT_PERMISSIONS'],
  ],
} as const;
const get = { good: [['there', about(), { status: 'active' }]], bad: noUser() } as const;
const update = {
  good: [['what is there', fresh, { name: 'Edited' }]],
  bad: [
    ['what was there', about(stale), 409, 'RESOURCE_ALREADY_EXISTS', 'edited_meanwhile'],
    ['nothing', about({ body: {} }), 400, 'REQUIRED_FIELD'],
    ...noUser(stale),
  ],
} as const;
const plain = { good: [['there', about(), { success: true }]], bad: noUser() } as const;
const reset = {
  good: [['there', about(), { activation: { code: {} } }]],
  bad: noUser(),
} as const;
const blocked = { body: { blocked: true } };
const rights = { body: { permissions: ['users.read'] } };
const device = { body: { deviceId: 'A'.repeat(43) } };
const named = (name: string, contactNumber: string) => ({ body: { name, contactNumber } });

/** The super administrator, on two new users. */
const many =
  (body: object): Prepare =>
  async (on) => {
    const ids = [(await on.newUser()).userId, (await on.newUser()).userId];
    return { client: await on.superAdmin(), body: { ...body, users: { ids } } };
  };
const blockNobody = { body: { act: 'block', users: { ids: [noId] } } };

const cases: CasesOf<typeof users> = {
  list,
  listPlain: list,
  places: {
    good: [['none yet', root(), { kendraTypes: [], countries: [] }]],
    bad: [['a learner calls', learner(), 403, 'INSUFFICIENT_PERMISSIONS']],
  },
  exportAll: {
    good: [
      ['csv', root(), 'text/csv'],
      ['json', root({ query: { format: 'json' } }), 'application/json'],
      ['xlsx', root({ query: { format: 'xlsx' } }), 'spreadsheetml'],
    ],
    bad: [['another format', root({ query: { format: 'pdf' } }), 400, 'INVALID_VALUE']],
  },
  create: {
    good: [['a learner', root(named('New', '9700400001')), { user: { status: 'invited' } }]],
    bad: [
      ['no name', root(named('', '9700400002')), 400, 'INVALID_VALUE'],
      ['nothing', root({ body: {} }), 400, 'REQUIRED_FIELD'],
      ['a number too short', root(named('New', '12')), 400, 'INVALID_VALUE'],
      ['no number', root(named('New', '98765432109876')), 400, 'INVALID_FORMAT', 'phone_invalid'],
      [
        'a number that is taken',
        async (on) => {
          const { contactNumber } = await on.newUser();
          return { client: await on.superAdmin(), ...named('New', contactNumber) };
        },
        ...([409, 'RESOURCE_ALREADY_EXISTS', 'phone_taken'] as const),
      ],
    ],
  },
  get,
  getPlain: get,
  update,
  updatePlain: update,
  remove: plain,
  removePlain: plain,
  block: {
    good: [['there', about(blocked), { status: 'blocked' }]],
    bad: [
      ['no truth', about({ body: { blocked: 'yes' } }), 400, 'INVALID_FORMAT'],
      ...noUser(blocked),
    ],
  },
  signOut: { good: [['there', about(), { success: true, ended: 1 }]], bad: noUser() },
  sessions: { good: [['there', about(), { items: [{ isCurrent: false }] }]], bad: noUser() },
  endSession: {
    good: [
      [
        'a live one',
        async (on) => {
          const one = await on.newUser();
          const { sessionId } = await one.call(auth.validate, {});
          return { client: await on.superAdmin(), params: { id: one.userId, sessionId } };
        },
        { success: true },
      ],
    ],
    bad: [['none', root({ params: { id: noId, sessionId: noId } }), 404, 'RESOURCE_NOT_FOUND']],
  },
  setPermissions: {
    good: [['an administrator', about(rights, 'ADMIN'), { permissions: ['users.read'] }]],
    bad: [
      ['a learner’s', about(rights), 400, 'INVALID_VALUE'],
      [
        'a right that is none',
        about({ body: { permissions: ['everything'] } }, 'ADMIN'),
        ...([400, 'INVALID_VALUE'] as const),
      ],
      ...noUser(rights),
    ],
  },
  resetPassword: reset,
  resetPasswordPlain: reset,
  resetLoginCount: plain,
  setDevice: {
    good: [['a device', about(device), { success: true }]],
    bad: [
      ['a malformed id', about({ body: { deviceId: 'x' } }), 400, 'INVALID_FORMAT'],
      ...noUser(device),
    ],
  },
  clearDevice: plain,
  bulk: {
    good: [
      ['one by one', many({ act: 'block' }), { refused: [], codes: null }],
      ['new codes', many({ act: 'new-codes' }), { codes: { sentBySms: 0, sentByEmail: 0 } }],
    ],
    bad: [
      ['nobody', root({ body: { act: 'block', users: { ids: [] } } }), 400, 'INVALID_VALUE'],
      ['no group', many({ act: 'add-to-group' }), 400, 'REQUIRED_FIELD'],
      ['an act that is none', many({ act: 'promote' }), 400, 'INVALID_VALUE'],
      [
        'another number than was seen',
        root({ body: { act: 'block', users: { matching: { search: 'nobody' }, expected: 9 } } }),
        ...([409, 'RESOURCE_ALREADY_EXISTS', 'list_changed'] as const),
      ],
      ['a learner calls', learner(blockNobody), 403, 'INSUFFICIENT_PERMISSIONS'],
    ],
  },
  bulkRemove: {
    good: [['one by one', many({}), { refused: [] }]],
    bad: [['a learner calls', learner(blockNobody), 403, 'INSUFFICIENT_PERMISSIONS']],
  },
  deleted: {
    good: [['plain', root(), { page: 1 }]],
    bad: [['a limit too high', root({ query: { limit: '101' } }), 400, 'INVALID_VALUE']],
  },
  restore: {
    good: [
      [
        'one who is not deleted',
        root({ body: { ids: [noId] } }),
        { done: [], refused: [{ id: noId, name: null, reason: 'not_found' }] },
      ],
    ],
    bad: [['nobody', root({ body: { ids: [] } }), 400, 'INVALID_VALUE']],
  },
  profile: {
    good: [['one’s own', learner(), { userType: 'LEARNER' }]],
    bad: [['no token', async (on) => ({ client: await on.newClient() }), 401, 'TOKEN_MISSING']],
  },
  updateProfile: {
    good: [['a name', learner({ body: { name: 'Myself' } }), { name: 'Myself' }]],
    bad: [
      ['an empty name', learner({ body: { name: ' ' } }), 400, 'INVALID_VALUE'],
      ['nothing', learner({ body: {} }), 400, 'REQUIRED_FIELD'],
    ],
  },
  auditSubjects: {
    good: [['of no entry', root({ params: { id: noId } }), { items: [], total: 0 }]],
    bad: [['no id', root({ params: { id: 'x' } }), 400, 'INVALID_FORMAT']],
  },
  auditLog: {
    good: [['plain', root(), { page: 1 }]],
    bad: [['no such act', root({ query: { action: 'x' } }), 400, 'INVALID_VALUE']],
  },
};

const sheet = 'name,contactNumber\nAsha,9700500001\n';
const upload =
  (
    content: string | null,
    { query, columns, type = 'text/csv', name = 'users.csv' }: Upload = {},
  ): Prepare =>
  async (on) => {
    const form = new FormData();
    if (columns) form.append('columns', columns);
    if (content !== null) form.append('file', new Blob([content], { type }), name);
    return { client: await on.superAdmin(), form, ...(query ? { query } : {}) };
  };
interface Upload {
  readonly query?: object;
  readonly columns?: string;
  readonly type?: string;
  readonly name?: string;
}
const picture = { type: 'image/png', name: 'users.png' };
const notTaken = [
  ['no file', upload(null), 400, 'REQUIRED_FIELD', 'upload_file_missing'],
  ['no sheet', upload('\u0089PNG\0\0', picture), 415, 'INVALID_FORMAT', 'media_type_not_supported'],
] as const;
const spreadsheets = {
  bulkUpload: imports.bulkUpload,
  kendraData: imports.kendraData,
  sampleFile: imports.sampleFile,
  job: uploads.job,
  jobs: uploads.jobs,
};
const sheetCases: CasesOf<typeof spreadsheets> = {
  bulkUpload: { good: [['csv', upload(sheet), { validateOnly: false }]], bad: notTaken },
  kendraData: {
    good: [
      ['a dry run', upload(sheet, { query: { validateOnly: 'true' } }), { validateOnly: true }],
    ],
    bad: [
      ['no such mapping', upload(sheet, { columns: '{"shoe":"x"}' }), 400, 'VALIDATION_FAILED'],
      ['no JSON', upload(sheet, { columns: '{' }), 400, 'VALIDATION_FAILED'],
      ['no truth', upload(sheet, { query: { validateOnly: 'x' } }), 400, 'INVALID_VALUE'],
      ...notTaken,
    ],
  },
  sampleFile: {
    good: [
      ['csv', root(), 'text/csv'],
      ['xlsx', root({ query: { format: 'xlsx' } }), 'spreadsheetml'],
    ],
    bad: [['another format', root({ query: { format: 'pdf' } }), 400, 'INVALID_VALUE']],
  },
  job: {
    good: [
      [
        'one’s own',
        async (on) => {
          const client = await on.superAdmin();
          const { id } = await importUsers(on.origin, client, { content: sheet });
          return { client, params: { id } };
        },
        { kind: 'users' },
      ],
    ],
    bad: noUser(),
  },
  jobs: {
    good: [['of users', root({ query: { kind: 'users' } }), { page: 1 }]],
    bad: [['of nothing known', root({ query: { kind: 'x' } }), 400, 'INVALID_VALUE']],
  },
};

testCalls(() => server, users, cases);
testCalls(() => server, spreadsheets, sheetCases);
