const longest = 255;

/**
 * Returns the client's name of a file as text to show, never to open anything by: no folders, no
 * control, format or bidirectional characters (OWASP ASVS 5.0, 5.3.2), at most 255 characters.
 */
export function formatFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .normalize('NFC')
    .trim();
  const cut = [...clean].slice(0, longest).join('').trim();
  return /^\.*$/.test(cut) ? 'file' : cut;
}
