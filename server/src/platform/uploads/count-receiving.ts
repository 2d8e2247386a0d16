/** How many bytes may arrive until the room for them is checked again. */
const checkEveryBytes = 64 * 1024 ** 2;

/** Counts files that are arriving, and checks for room while they do. */
export function createReceivingCounter(check: () => Promise<void>) {
  let receiving = 0;
  return {
    receiving: () => receiving,

    /** Checks again as bytes arrive: a length is a claim, and uploads run in parallel. */
    async *guard(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let unchecked = 0;
      receiving += 1;
      try {
        for await (const chunk of source) {
          unchecked += chunk.length;
          if (unchecked >= checkEveryBytes) {
            unchecked = 0;
            await check();
          }
          yield chunk;
        }
      } finally {
        receiving -= 1;
      }
    },
  };
}
