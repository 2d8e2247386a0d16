const CHUNK_FAILED = /dynamically imported|module script|preload CSS/i;

/**
 * Tells whether a part of the program could not be fetched: the network is down, or an update
 * replaced it. Browsers have different messages for it, and Vite has another for styles.
 */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && CHUNK_FAILED.test(error.message);
}
