/** The id of a user who does not exist. */
export const nobody = '0199f3c0-0000-7000-8000-000000000001';

export interface Sent {
  readonly body?: string;
  readonly type?: string;
}

const user = (fields: object) =>
  JSON.stringify({ name: 'New', contactNumber: '9700300001', ...fields });
const edit = (fields: object) => JSON.stringify({ updatedAt: new Date().toISOString(), ...fields });

type Case = readonly [
  what: string,
  method: string,
  path: string,
  sent: Sent,
  status: number,
  code: string,
];

const bodies: readonly Case[] = [
  ...['abc', '12', '9'.repeat(33), '++91', '98765;DROP'].map(
    (contactNumber): Case => [
      `the number ${contactNumber}`,
      ...(['POST', '/admin/users', { body: user({ contactNumber }) }, 400, 'INVALID'] as const),
    ],
  ),
  ...['', ' ', 'a'.repeat(121), 'a\nb', 'a\0b', '\u001b[2J', '\u0085'].map(
    (name): Case => [
      `the name ${JSON.stringify(name).slice(0, 20)}`,
      ...(['POST', '/admin/users', { body: user({ name }) }, 400, 'INVALID'] as const),
    ],
  ),
  [
    'a name that is none',
    'PUT',
    '/users/profile/me',
    { body: '{"name":"a\\u0000"}' },
    400,
    'INVALID',
  ],
  ['a name of another type', 'PUT', '/users/profile/me', { body: '{"name":7}' }, 400, 'INVALID'],
  [
    'a role that is none',
    'POST',
    '/admin/users',
    { body: user({ userType: 'ROOT' }) },
    400,
    'INVALID',
  ],
  [
    'an address that is none',
    'POST',
    '/admin/users',
    { body: user({ email: 'a@b' }) },
    400,
    'INVALID',
  ],
  [
    'a country that is none',
    'POST',
    '/admin/users',
    { body: user({ countryCode: '91' }) },
    400,
    'INVALID',
  ],
  ['nothing', 'POST', '/admin/users', { body: '{}' }, 400, 'REQUIRED_FIELD|VALIDATION_FAILED'],
  ['no JSON', 'POST', '/admin/users', { body: '{"name":' }, 400, 'INVALID_FORMAT'],
  ['a list', 'POST', '/admin/users', { body: '[]' }, 400, 'INVALID'],
  ['a prototype', 'POST', '/admin/users', { body: '{"__proto__":{"a":1}}' }, 400, 'INVALID_FORMAT'],
  [
    'a constructor',
    'POST',
    '/admin/users',
    { body: '{"constructor":{"prototype":{"a":1}}}' },
    400,
    'INVALID_FORMAT',
  ],
  ['text', 'POST', '/admin/users', { body: user({}), type: 'text/plain' }, 415, 'INVALID_FORMAT'],
  ['XML', 'POST', '/admin/users', { body: '<a/>', type: 'application/xml' }, 415, 'INVALID_FORMAT'],
  [
    'a device id that is none',
    'PUT',
    `/users/${nobody}/device`,
    { body: '{"deviceId":"x"}' },
    400,
    'INVALID',
  ],
  [
    'a block that is none',
    'PUT',
    `/admin/users/${nobody}/block`,
    { body: '{"blocked":"yes"}' },
    400,
    'INVALID',
  ],
  [
    'rights that are none',
    'PUT',
    `/admin/users/${nobody}/permissions`,
    { body: '{"permissions":["everything"]}' },
    400,
    'INVALID',
  ],
];

const queries: readonly Case[] = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=999999999999999999999',
  'page=1.5',
  'page=x',
  'page=NaN',
  'limit=0',
  'limit=-25',
  'limit=101',
  'limit=999999999',
  'page=1&page=2',
  'limit=10&limit=10',
  'search=a&search=b',
  'status=active&status=gone',
  'sortBy=name&sortBy=name',
  'status=gone',
  'sortBy=password_hash',
  'sortOrder=up',
  `search=${'a'.repeat(201)}`,
  'search=%00',
].flatMap((query): Case[] => {
  const isOfUsers = !query.startsWith('status') && !query.startsWith('sort');
  const paths = ['/admin/users', '/users', ...(isOfUsers ? ['/admin/audit-log'] : [])];
  return paths.map((path) => [query, 'GET', `${path}?${query.slice(0, 230)}`, {}, 400, 'INVALID']);
});

export const editOfNobody = { body: edit({ name: 'x' }) };
const ids: readonly Case[] = ['x', '1', `${nobody}0`, '..%2f', '%00', "'"].flatMap((id): Case[] => [
  [`the id ${id}`, 'GET', `/admin/users/${id}`, {}, 400, 'INVALID'],
  [`the id ${id}`, 'PUT', `/admin/users/${id}`, editOfNobody, 400, 'INVALID'],
  [`the id ${id}`, 'DELETE', `/admin/users/${id}`, {}, 400, 'INVALID'],
]);
const strangers: readonly Case[] = [
  ['GET', `/admin/users/${nobody}`, {}],
  ['PUT', `/admin/users/${nobody}`, editOfNobody],
  ['DELETE', `/admin/users/${nobody}?erase=true`, {}],
  ['PUT', `/admin/users/${nobody}/block`, { body: '{"blocked":true}' }],
  ['POST', `/admin/users/${nobody}/sign-out`, {}],
  ['GET', `/admin/users/${nobody}/sessions`, {}],
  ['DELETE', `/admin/users/${nobody}/sessions/${nobody}`, {}],
  ['PUT', `/admin/users/${nobody}/reset-password`, {}],
  ['POST', `/users/${nobody}/password/reset`, {}],
  ['POST', `/users/${nobody}/login-count/reset`, {}],
  ['PUT', `/users/${nobody}/device`, { body: `{"deviceId":"${'a'.repeat(43)}"}` }],
  ['DELETE', `/users/${nobody}/device`, {}],
  ['DELETE', `/auth/sessions/${nobody}`, {}],
].map(([method, path, sent]): Case => {
  return ['nobody', String(method), String(path), Object(sent), 404, 'RESOURCE_NOT_FOUND'];
});

/** Bad input that an administrator could send to account calls, each with its expected refusal. */
export const badInput: readonly Case[] = [...bodies, ...queries, ...ids, ...strangers];
