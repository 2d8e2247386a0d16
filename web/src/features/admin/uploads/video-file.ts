/** The containers that the conversion takes, by their extensions. */
const EXTENSIONS = [
  ...['mp4', 'm4v', 'mov', 'mkv', 'webm', '3gp', 'avi', 'wmv', 'asf', 'flv'],
  ...['ts', 'mts', 'm2ts', 'mpg', 'mpeg', 'vob'],
] as const;

/** For the `accept` attribute of a file picker. */
export const acceptedFiles = EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Told by its extension, as browsers know no media type for some of these containers. */
export function isVideoFileName(name: string): boolean {
  const lower = name.toLowerCase();
  return EXTENSIONS.some((extension) => lower.endsWith(`.${extension}`));
}
