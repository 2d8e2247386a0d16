const tailsEnding = '.tails';

/** Names the object of an uploaded file. @param prefix of its kind of file */
export function formatUploadKey(prefix: string, name: string): string {
  return `${prefix}/${name}`;
}

/** Names the prefix of those objects of a file that hold less than a part of it. */
export function formatTailsPrefix(prefix: string, name: string): string {
  return `${formatUploadKey(prefix, name)}${tailsEnding}/`;
}

/** Finds the file that an object belongs to: as a whole, or as one of its tails. */
export function parseUploadName(prefix: string, key: string): string {
  const [name = ''] = key.slice(prefix.length + 1).split('/');
  return name.endsWith(tailsEnding) ? name.slice(0, -tailsEnding.length) : name;
}
