/** OWASP password storage cheat sheet: Argon2id with 19 MiB, two passes, one lane. */
export const hashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface HashParameters {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/** Whether a stored hash (PHC string) was made otherwise than hashes are made now. */
export function needsRehash(stored: string, wanted: HashParameters = hashParameters): boolean {
  const [, memoryCost, timeCost, parallelism] = phc.exec(stored) ?? [];
  return (
    Number(memoryCost) !== wanted.memoryCost ||
    Number(timeCost) !== wanted.timeCost ||
    Number(parallelism) !== wanted.parallelism
  );
}
