export interface HashParameters {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/** Reads the parameters of Argon2id from the settings; always one lane. */
export function readHashParameters(settings: {
  readonly passwordHashMebibytes: number;
  readonly passwordHashPasses: number;
}): HashParameters {
  return {
    memoryCost: settings.passwordHashMebibytes * 1024,
    timeCost: settings.passwordHashPasses,
    parallelism: 1,
  };
}

/** Tells whether a stored hash (PHC string) was made with other parameters than hashes are now. */
export function needsRehash(stored: string, wanted: HashParameters): boolean {
  const [, memoryCost, timeCost, parallelism] = phc.exec(stored) ?? [];
  return (
    Number(memoryCost) !== wanted.memoryCost ||
    Number(timeCost) !== wanted.timeCost ||
    Number(parallelism) !== wanted.parallelism
  );
}
