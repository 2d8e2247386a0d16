import type { EncryptionScheme } from '@prahari/contract';

/** What is known about a device before it plays. */
export interface SchemeEvidence {
  /** The schemes that its key systems support; undefined until they were queried. */
  readonly taken: readonly EncryptionScheme[] | undefined;
  readonly userAgent: string;
}

/** Televisions of Samsung leave out the name: `Gecko) 76.0.3809.146/6.0 TV Safari/537.36`. */
const chromiumVersion = /(?:\bChrome\/|Gecko\) )(\d+)(?:\.\d+){2,}/;

/** The first Chromium whose Encrypted Media Extensions say which schemes a key system supports. */
const firstWithSchemes = 83;

/**
 * Chooses the scheme in which a video is played: the first that the device supports. Older televisions,
 * whose browsers can't say, get `cenc` where it exists, which all of them decrypt.
 * @param has the preferred first
 * @returns null when the device supports none of them
 */
export function chooseScheme(
  has: readonly EncryptionScheme[],
  { taken, userAgent }: SchemeEvidence,
): EncryptionScheme | null {
  if (taken) return has.find((scheme) => taken.includes(scheme)) ?? null;
  const chromium = chromiumVersion.exec(userAgent)?.[1];
  const knowsNoSchemes = chromium !== undefined && Number(chromium) < firstWithSchemes;
  return (knowsNoSchemes ? has.find((scheme) => scheme === 'cenc') : undefined) ?? has[0] ?? null;
}
