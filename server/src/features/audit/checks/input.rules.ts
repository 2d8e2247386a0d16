/** Files outside the web app that traversal would reach, by a mark that they contain. */
export const canaryFiles: readonly { readonly path: string; readonly mark: RegExp }[] = [
  { path: 'etc/passwd', mark: /^root:[^:]*:0:0:/m },
  { path: 'package.json', mark: /"name":\s*"prahari/ },
];

const steps = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '..;/',
];
const bases = ['/', '/assets/', '/media/x/', '/api/v1/docs/static/'];

/** Lists addresses that would leave the folder of files, in many spellings. */
export function listTraversals(): string[] {
  const climbs = bases.flatMap((base) =>
    steps.map((step) => `${base}${step.repeat(6)}${canaryFiles[0]?.path ?? ''}`),
  );
  return [
    ...climbs,
    '/assets/%00/etc/passwd',
    '/assets//etc/passwd',
    '/assets/file:///etc/passwd',
    '/assets/..%2fpackage.json',
    '/media/%2fetc%2fpasswd',
    `/assets/${'a/'.repeat(400)}../../etc/passwd`,
  ];
}

/** Values that read like a part of a statement, of which none may be run. */
export const injections: readonly string[] = [
  "zq7' OR '1'='1",
  "zq7' OR '1'='2",
  "zq7'; SELECT pg_sleep(4); --",
  "zq7'||(SELECT pg_sleep(4))||'",
  'zq7") OR ("1"="1',
  '%%%%%%%%zq7%%%%%%%%',
  '________zq7________',
  "zq7\\' OR 1=1 --",
  '{"$ne":null}',
  '$(sleep 4)`sleep 4`',
];

/** Texts of databases and programs that callers must not see. */
export const internalText =
  /syntax error at|pg_catalog|PostgresError|SQLSTATE|relation "[^"]+"|column "[^"]+"|unterminated quoted|node_modules|\bat \S+ \([^)]*:\d+:\d+\)|\.ts:\d+:\d+|Zod\w*Error|FST_ERR|ECONNREFUSED/;

/** Bodies that are JSON but fit no call. */
export const wrongBodies: readonly string[] = ['[]', 'null', '"text"', '12e400', '{"a":1'];

/** Builds JSON that is nested so deep. */
export function nestJson(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}
