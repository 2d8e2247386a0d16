import type { AuditPorts } from '../ports.ts';

/** Set by its operator: more days, services on private addresses, a talkative log. */
export const weakEnvironment = {
  SESSION_DAYS: '365',
  PRIVATE_LICENCE_SERVICES: 'on',
  LOG_LEVEL: 'debug',
  TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1',
};

/** What such an operator left behind, and the checks that must find it. */
export const weakState = [
  { what: 'sessions of a year', foundBy: ['SESS-05'] },
  { what: 'services on private addresses', foundBy: ['INPUT-07'] },
  { what: 'a log of everything', foundBy: ['CONF-04'] },
  { what: 'proxies that are everybody', foundBy: ['CONF-15'] },
  { what: 'passwords that are hashed cheaply', foundBy: ['CRYPT-01'] },
  { what: 'administrators without a second factor', foundBy: ['AUTH-16'] },
  { what: 'a password that two accounts share', foundBy: ['AUTH-08'] },
  { what: 'marks that nobody sees', foundBy: ['BIZ-06'] },
  { what: 'downloads at any speed', foundBy: ['BIZ-07'] },
  { what: 'a folder that others read', foundBy: ['DATA-05'] },
  { what: 'a content key that is not sealed', foundBy: ['DATA-07'] },
  { what: 'a backup of last week', foundBy: ['DATA-10'] },
  { what: 'packages with a known weakness', foundBy: ['CONF-11'] },
  { what: 'an audit log that can be changed', foundBy: ['LOG-04'] },
  { what: 'no rules of alerts', foundBy: ['LOG-05'] },
];

/** Returns the moment so many days ago. */
export function subtractDays(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

/** What can't be made weak in a running test, told to the audit as such an installation would. */
export const weakFacts = [
  { what: 'a secret of 16 bytes', foundBy: ['CRYPT-02'] },
  { what: 'secrets that follow each other', foundBy: ['SESS-07'] },
  { what: 'a vector twice', foundBy: ['CRYPT-06'] },
  { what: 'a route that no contract names', foundBy: ['AUTHZ-09'] },
  { what: 'formulas in exports', foundBy: ['INPUT-08'] },
  { what: 'decisions without the database', foundBy: ['ERR-02'] },
  { what: 'facts that are recorded nowhere', foundBy: ['LOG-01'] },
  { what: 'lines of callers in the log', foundBy: ['LOG-03'] },
  { what: 'numbers in alerts', foundBy: ['DATA-02', 'LOG-02'] },
  { what: 'events that nobody removes', foundBy: ['DATA-08'] },
  { what: 'a Node.js without support', foundBy: ['CONF-06'] },
  { what: 'code that somebody changed', foundBy: ['CONF-09'] },
  { what: 'a list of packages of last year', foundBy: ['CONF-14'] },
];

/** Tells the audit those facts. */
export function weakenFacts(own: AuditPorts): AuditPorts {
  let last = 0;
  return {
    ...own,
    makeSessionSecret() {
      last += 1;
      return Buffer.from(`${last}`.padStart(32, '0')).toString('base64url');
    },
    surface: { ...own.surface, routes: () => new Set([...own.surface.routes(), '/api/v1/debug']) },
    settings: {
      ...own.settings,
      secrets: [...own.settings.secrets, { purpose: 'links', bytes: 16, sha256: 'aa' }],
    },
    decideWithoutDatabase: async () => [{ what: 'the session of a caller', outcome: 'allowed' }],
    outgoing: { ...own.outgoing, formatExportLine: (cells) => cells.join(',') },
    stored: {
      ...own.stored,
      countRepeatedIvs: async () => 1,
      listEventsOf: async () => [],
      countMentions: async () => [{ where: 'alerts', count: 1 }],
      listOldest: async () => [{ what: 'events', keptDays: 30, oldest: subtractDays(40) }],
    },
    host: {
      ...own.host,
      listPrograms: async () => [{ name: 'Node.js', version: '18.20.0' }],
      compareCode: async () => ({ commit: 'abc', changed: ['server/src/main.ts'] }),
      findLockfileTime: async () => subtractDays(365),
      watchLog: () => ({ lines: ['{"a":1}\nfalse\n'], stop: () => undefined }),
    },
  };
}
