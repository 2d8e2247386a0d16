import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const count = 24;
const bytes = 2_000_000;
/** Behind every number that the lesson itself has. */
const firstNumber = 900_001;

/**
 * Puts segments of the size that the goals name beside those of a lesson; their content does not
 * matter. @returns their names below its folder
 */
export async function addTwoMegabyteSegments(lessonDir: string): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `v1080/${firstNumber + at}.m4s`);
  for (const name of names) await writeFile(path.join(lessonDir, name), randomBytes(bytes));
  return names;
}
