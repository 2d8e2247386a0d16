import { type ApiError, type ProofOfWork, workOrderSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import { createZeroBits } from './zero-bits.ts';

/** How long the page may block: too short for users to notice. */
const SLICE_MS = 20;
/** How many hashes between two reads of the clock. */
const HASHES_AT_ONCE = 200;
/** Our servers never order more; a page must not search for minutes. */
const MOST_BITS = 18;
const MOST_PARTS = 16;

/**
 * Works out what a refusal asks for, in slices, so that the page stays usable (workers are refused by
 * its policy). Null when the refusal holds no order that we understand.
 * @throws DOMException AbortError when it was cancelled
 */
export async function doWork(
  refusal: ApiError,
  signal: AbortSignal | undefined,
): Promise<ProofOfWork | null> {
  const order = z.safeParse(workOrderSchema, refusal.details['work']).data;
  if (!order || order.bits > MOST_BITS || order.parts > MOST_PARTS) return null;
  const { challenge, parts, bits } = order;
  const seed = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(challenge));
  const zeroBits = createZeroBits(new Uint8Array(seed));
  const numbers: number[] = [];
  const pauses = createPauses();
  try {
    let number = 0;
    while (numbers.length < parts) {
      if (signal?.aborted) throw new DOMException('cancelled', 'AbortError');
      const end = performance.now() + SLICE_MS;
      while (numbers.length < parts && performance.now() < end) {
        for (let i = 0; i < HASHES_AT_ONCE && numbers.length < parts; i += 1) {
          if (zeroBits(numbers.length, number) >= bits) {
            numbers.push(number);
            number = 0;
          } else {
            number += 1;
          }
        }
      }
      await pauses.pause();
    }
  } finally {
    pauses.close();
  }
  return { challenge, numbers };
}

/**
 * Lets the page draw and listen: by timers while it is seen; a page in the background gets one of
 * those a second, but all its messages.
 */
function createPauses() {
  const { port1, port2 } = new MessageChannel();
  let goOn: () => void = () => undefined;
  port1.onmessage = () => goOn();
  const isHidden = () => typeof document !== 'undefined' && document.hidden;
  return {
    pause: () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
        if (isHidden()) port2.postMessage(null);
        else setTimeout(resolve);
      }),
    close: () => port1.close(),
  };
}
