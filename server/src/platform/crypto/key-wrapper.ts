import { StartError } from '../errors/app-error.ts';

/**
 * Wraps master keys under a key that never leaves a key service. What it returns is one word of
 * text, which without the service is worth nothing.
 */
export interface KeyWrapper {
  /** @throws StartError */
  wrap(key: Uint8Array): Promise<string>;
  /** @throws StartError */
  unwrap(wrapped: string): Promise<Buffer>;
}

/** The service can't be asked now; another try may work. */
export class KeyServiceAway extends StartError {}

const waitsMs = [500, 1000, 2000, 4000];

/**
 * Asks a key service, a few times where it is away: after a power cut it may start later than this
 * server.
 * @throws StartError
 */
export async function askPatiently<Answer>(
  ask: () => Promise<Answer>,
  wait: (ms: number) => Promise<unknown>,
): Promise<Answer> {
  for (const ms of waitsMs) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof KeyServiceAway)) throw error;
      await wait(ms);
    }
  }
  return ask();
}
