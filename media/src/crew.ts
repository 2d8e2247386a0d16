import type { Part } from './parts.ts';

/** Who made a part: a worker of the same installation, or a machine that only returns files. */
export type PartMaker = 'worker' | 'stranger';

/** What the maker of a video can do about its parts. */
export type Hands = {
  /** Makes a part here and keeps it. @throws what ends the whole */
  make(part: Part, signal: AbortSignal | undefined): Promise<void>;
  /**
   * Checks what another made of a part, and keeps it.
   * @param dir of its files; moved away
   * @param maker a stranger's pictures are looked at, too
   * @returns false where it is not what it should be: then it must be made again, here
   * @throws what ends the whole
   */
  keep(part: Part, dir: string, maker: PartMaker): Promise<boolean>;
  /** Told now and then how much of their parts others have made, in weight. */
  onElsewhere(weight: number): void;
};

export type Offer = {
  fingerprint: string;
  /** Of the encoder that all must use. */
  encoder: string;
  /** In the order in which they are wanted; those of a later offer are wanted first. */
  parts: readonly Part[];
  /** Names of those that are here already. */
  kept: ReadonlySet<string>;
  /** What sound is made louder by; those who make pictures need none. */
  gainsDb: ReadonlyMap<number, number>;
};

/** Others who may make parts of a video at the same time. */
export type Crew = {
  /** Lets others make these parts from now on. */
  offer(offer: Offer): Promise<void>;
  /** Ends when all parts that were offered are kept here, made by whomever. */
  finish(hands: Hands): Promise<void>;
  /** Takes back what was offered: it is made otherwise. */
  withdraw(): Promise<void>;
};

/** Makes every part here, one after the other. */
export function createCrewOfOne(signal: AbortSignal | undefined): Crew {
  const wanted: Part[] = [];
  return {
    async offer({ parts, kept }) {
      wanted.unshift(...parts.filter(({ name }) => !kept.has(name)));
    },
    async finish({ make }) {
      for (const part of wanted.splice(0)) await make(part, signal);
    },
    async withdraw() {
      wanted.length = 0;
    },
  };
}
