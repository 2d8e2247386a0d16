/** Names of fields that no answer has, with a text as their value. */
const secretName =
  /^(?:password|passwd|passwordHash|password_hash|hash|salt|pepper|secret|secrets|privateKey|private_key|contentKey|content_key|sealed|sealedKey|sealed_key|totpSecret|signingKey|signing_key|apiKey|masterKey)$/i;
/** PHC strings, PEM keys, and paths below the usual roots of data. */
const secretValues: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a password hash', /\$(?:argon2(?:id|i|d)|2[aby]|scrypt|pbkdf2)[$-]/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a path of this machine', /^\/(?:home|var|etc|root|srv|opt|tmp|mnt|usr)\/\S+/],
  ['a connection with its password', /^[a-z]+:\/\/[^/\s:@]+:[^/\s@]+@/i],
];
const deepest = 12;

/** Finds fields of an answer that hold secrets, by their path in it: `items.0.password (a secret)`. */
export function findSecretFields(json: unknown, path = '', depth = 0): string[] {
  if (typeof json === 'string') {
    return secretValues
      .filter(([, pattern]) => pattern.test(json))
      .map(([what]) => `${path} (${what})`);
  }
  if (typeof json !== 'object' || json === null || depth > deepest) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const isSecret = secretName.test(name) && typeof value === 'string' && value !== '';
    return isSecret ? [`${at} (a secret)`] : findSecretFields(value, at, depth + 1);
  });
}

/** Where sources, settings, data and copies of them lie on careless servers. */
export const strayPaths: readonly string[] = [
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/.env.local',
  '/.npmrc',
  '/.DS_Store',
  '/package.json',
  '/package-lock.json',
  '/tsconfig.json',
  '/server/src/main.ts',
  '/data/master.key',
  '/master.key',
  '/running.json',
  '/backup.zip',
  '/backup.sql',
  '/dump.sql.gz',
  '/db.sqlite',
  '/docker-compose.yml',
  '/index.html.bak',
  '/index.html~',
  '/media/',
  '/media/master.key',
  '/uploads/',
  '/work/',
  '/assets/',
  '/assets/index.js.map',
  '/assets/../../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/server-status',
  '/nginx_status',
];
