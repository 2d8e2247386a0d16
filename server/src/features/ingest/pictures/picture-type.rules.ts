const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** What the pixels of a PNG need (W3C PNG, section 5.6). */
const pngChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Length and type before the data of a chunk, and a checksum behind it. */
const pngFrameBytes = 12;

/**
 * Reads bytes that begin as a picture that posters are made of: JPEG, PNG or WebP, with any file
 * name. Of PNG only the pixels are kept: profiles and texts are compressed apart from them, and 8 MB
 * of those unpack to gigabytes while the picture is decoded.
 * @returns the picture; null when it is none
 */
export function readPicture(bytes: Buffer): Buffer | null {
  const begins = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length / 2).toString('hex') === signature;
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return keepPixels(bytes);
  const isWebp = begins('52494646') && begins('57454250', 8);
  return begins('ffd8ff') || isWebp ? bytes : null;
}

/** Copies the chunks of a PNG up to its end; null when that is missing. */
function keepPixels(png: Buffer): Buffer | null {
  const kept: Buffer[] = [pngSignature];
  for (let at = pngSignature.length; at + pngFrameBytes <= png.length; ) {
    const end = at + pngFrameBytes + png.readUInt32BE(at);
    if (end > png.length) return null;
    const type = png.toString('latin1', at + 4, at + 8);
    if (pngChunks.has(type)) kept.push(png.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}
