/** A variable of the environment that looks like a setting but is not one. */
export interface Misspelt {
  readonly variable: string;
  readonly nearest: string;
}

/** Up to here one wrong letter may make another word: `PORT` and `POST`. */
const shortName = 8;
/** In a longer one. */
const mostSlips = 2;

/**
 * Finds variables that differ slightly from a setting: in one letter, in two of a long name, in
 * case, or by our name before them. Others belong to other programs.
 */
export function findMisspelt(
  settings: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Misspelt[] {
  const known = new Set(settings);
  return Object.keys(environment)
    .filter((variable) => !known.has(variable))
    .flatMap((variable) => {
      const name = variable
        .toUpperCase()
        .replaceAll('-', '_')
        .replace(/^PRAHARI_/, '');
      const [nearest] = settings
        .filter((setting) => !environment[setting])
        // Each letter more is a slip, and counting takes long.
        .filter((setting) => Math.abs(setting.length - name.length) <= mostSlips)
        .map((setting) => ({ setting, slips: countSlips(name, setting) }))
        .filter(({ setting, slips }) => slips <= (setting.length > shortName ? mostSlips : 1))
        .sort((one, other) => one.slips - other.slips);
      return nearest ? [{ variable, nearest: nearest.setting }] : [];
    });
}

/**
 * Counts letters that are missing, too many, wrong, or swapped with their neighbour (optimal string
 * alignment distance).
 */
export function countSlips(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped
          ? (beforeLast[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
