/**
 * Tells whether bytes begin as a picture that posters are made of: JPEG, PNG or WebP, with any file
 * name.
 */
export function isPicture(bytes: Buffer): boolean {
  const begins = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length / 2).toString('hex') === signature;
  const isWebp = begins('52494646') && begins('57454250', 8);
  return begins('ffd8ff') || begins('89504e470d0a1a0a') || isWebp;
}
