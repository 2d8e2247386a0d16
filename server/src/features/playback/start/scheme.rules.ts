import type { EncryptionScheme } from '@prahari/contract';

/** What is known of a device before it plays. */
export interface SchemeEvidence {
  /** What its key systems said that they take; undefined while they were not asked. */
  readonly taken: readonly EncryptionScheme[] | undefined;
  readonly userAgent: string;
}

/** Televisions of Samsung leave out the name: `Gecko) 76.0.3809.146/6.0 TV Safari/537.36`. */
const chromiumVersion = /(?:\bChrome\/|Gecko\) )(\d+)(?:\.\d+){2,}/;

/** From this version on Encrypted Media Extensions say which schemes a key system takes. */
const firstToTell = 83;

/**
 * Chooses the scheme of a video in which it is played: the first that the device takes. Televisions
 * from before browsers could tell are given `cenc` where it is there, which all of them read.
 * @param has the preferred first
 * @returns null when the device takes none of them
 */
export function chooseScheme(
  has: readonly EncryptionScheme[],
  { taken, userAgent }: SchemeEvidence,
): EncryptionScheme | null {
  if (taken) return has.find((scheme) => taken.includes(scheme)) ?? null;
  const chromium = chromiumVersion.exec(userAgent)?.[1];
  const cannotTell = chromium !== undefined && Number(chromium) < firstToTell;
  return (cannotTell ? has.find((scheme) => scheme === 'cenc') : undefined) ?? has[0] ?? null;
}
