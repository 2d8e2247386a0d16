export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

/** The start tag of the root, with `>` inside of attribute values read as text (XML 1.0, 3.1). */
const mpdStartTag = /<MPD(?=[\s>])(?:[^<>"'/]|"[^"<]*"|'[^'<]*'|\/(?!>))*>/y;

/**
 * Says where the media of a manifest lies: a `BaseURL` (ISO/IEC 23009-1, 5.6) as the first child of
 * `MPD`. Works on the text, so that all else stays byte for byte what the packager wrote.
 * @param basePath ends with a slash, or the last part of it would be replaced by what is resolved
 * @throws ManifestError when the text is no DASH manifest
 */
export function withBaseUrl(manifest: string, basePath: string): string {
  mpdStartTag.lastIndex = endOfProlog(manifest);
  const match = mpdStartTag.exec(manifest);
  if (!match) throw new ManifestError('the manifest does not begin with an MPD element');
  const at = mpdStartTag.lastIndex;
  const baseUrl = `<BaseURL>${escapeText(basePath)}</BaseURL>`;
  return `${manifest.slice(0, at)}\n  ${baseUrl}${manifest.slice(at)}`;
}

/** The first segment of the first picture: all but the last of a video are as long (decision 0037). */
const firstPicture =
  /<AdaptationSet [^>]*contentType="video".*?<SegmentTemplate [^>]*timescale="(\d{1,9})".*?<S [^>]*\bd="(\d{1,12})"/s;

/** Reads how many seconds of picture a segment holds; null where the manifest does not say. */
export function readPictureSegmentSeconds(manifest: string): number | null {
  const [, timescale, duration] = firstPicture.exec(manifest) ?? [];
  const seconds = Number(duration) / Number(timescale);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/**
 * Finds where the root begins: after byte order mark, declaration, comments and space (XML 1.0,
 * 2.8).
 */
function endOfProlog(xml: string): number {
  let at = 0;
  for (;;) {
    if (/[\s\uFEFF]/.test(xml.charAt(at))) at += 1;
    else if (xml.startsWith('<!--', at)) at = after(xml, '-->', at + '<!--'.length);
    else if (xml.startsWith('<?', at)) at = after(xml, '?>', at + '<?'.length);
    else return at;
  }
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new ManifestError('the manifest ends within its prolog');
  return at + mark.length;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
