/** The most pictures, evenly over the video; the very first moment says little. */
export function pickGlimpses<Picture>(pictures: readonly Picture[], atMost: number): Picture[] {
  const count = Math.min(atMost, pictures.length);
  return Array.from(
    { length: count },
    (_, index) => pictures[Math.floor(((index + 0.5) * pictures.length) / count)],
  ).filter((picture) => picture !== undefined);
}
