const CHUNK_FAILED = /dynamically imported|module script|preload CSS/i;

/**
 * Tells whether a part of the program could not be fetched: the line is down, or an update replaced
 * it. Browsers have words of their own for it, and Vite has others for styles.
 */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && CHUNK_FAILED.test(error.message);
}
