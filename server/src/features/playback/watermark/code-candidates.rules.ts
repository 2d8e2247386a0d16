import { codeAlphabet } from '../../../platform/crypto/codes.ts';

/** Characters that look alike in a filmed picture; no code contains those of the first rows. */
const lookAlikes: readonly string[] = ['0ODQ', '1ILJT7', '8B', '5S', '2Z', '6G', 'UV', 'MN', 'XK'];
/** More than that would be guessing. */
const mostCandidates = 2000;
const codeLength = 8;
const groupLength = 4;

/**
 * Lists the codes that a reading from a recording may mean, the exact one first: spaces and case do
 * not matter, characters that no code has stand for those that look like them, and `?` for any. Try
 * all look-alikes only when nothing is found with `near` false.
 * @returns empty when it does not have the length of a code, or could mean too many
 */
export function listCodeCandidates(read: string, near: boolean): string[] {
  const signs = [...read.toUpperCase().replace(/[^A-Z0-9?]/g, '')];
  if (signs.length !== codeLength) return [];
  let candidates = [''];
  for (const sign of signs) {
    const meant = meantBy(sign, near);
    if (candidates.length * meant.length > mostCandidates) return [];
    candidates = candidates.flatMap((start) => meant.map((next) => start + next));
  }
  return candidates.map((code) => `${code.slice(0, groupLength)}-${code.slice(groupLength)}`);
}

function meantBy(sign: string, near: boolean): readonly string[] {
  if (sign === '?') return [...codeAlphabet];
  const isKnown = codeAlphabet.includes(sign);
  if (isKnown && !near) return [sign];
  const alike = lookAlikes.filter((row) => row.includes(sign)).join('');
  const others = [...new Set(alike)].filter((one) => one !== sign && codeAlphabet.includes(one));
  return isKnown ? [sign, ...others] : others;
}
