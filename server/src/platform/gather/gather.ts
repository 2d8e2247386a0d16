/** A statement for so many at a time says that more will come soon. */
const crowd = 3;

export interface GatherOptions {
  /** Items of one statement. */
  readonly atMost?: number;
  /**
   * How long the next statement waits for company after one that had some: a statement of one takes
   * the processor for as long as fifty items of one statement. Without it the next goes out at once.
   */
  readonly pauseMs?: number;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Shares statements between requests that are answered at the same time: items requested while one
 * statement runs go into the next one together. Nothing is cached: each answer was read after its
 * question, and a write has happened when its promise resolves.
 * @param load answers in the order of the items; when it fails for many, each is tried alone, so
 * that no item fails because of another. It must not have half happened when it throws.
 */
export function gather<Item, Answer>(
  load: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { atMost = 100, pauseMs = 0 }: GatherOptions = {},
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let isBusy = false;

  async function answer(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await load(batch.map(({ item }) => item));
      if (answers.length !== batch.length) throw new Error('not every item was answered');
      for (const [i, one] of answers.entries()) batch[i]?.resolve(one);
    } catch (error) {
      const [only, ...others] = batch;
      if (only && others.length === 0) only.reject(error);
      else for (const one of batch) await answer([one]);
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, atMost);
      await answer(batch);
      if (pauseMs > 0 && batch.length >= crowd && waiting.length < atMost)
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  }

  return (item) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // After the other requests that arrived with this one.
      setImmediate(() => void work());
    });
}
