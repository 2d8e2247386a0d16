/** 256 bits. */
export const leastSecretBytes = 32;

/** OWASP's least cost of Argon2id. */
const leastKibibytes = 19 * 1024;
const leastPasses = 2;

/** Tells whether a stored password was hashed dearly enough, by the front part of its PHC string. */
export function judgePasswordMethod(method: string): boolean {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+/.exec(method);
  return Number(parts?.[1] ?? 0) >= leastKibibytes && Number(parts?.[2] ?? 0) >= leastPasses;
}
