/** A first guess at a video's title: the file's name without its ending and its joints. */
export function guessTitle(fileName: string): string {
  return fileName
    .replace(/\.[^.]{1,5}$/u, '')
    .replace(/[_\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
