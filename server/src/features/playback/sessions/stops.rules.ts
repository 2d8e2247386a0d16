/** A sign-in and a video whose signed paths are good no more, though the sign-in lives. */
export interface StoppedPair {
  readonly sessionId: string;
  readonly videoId: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(`^(${uuid})\\.(${uuid})$`);

/** One word for both, good as the name of a file. */
export function nameOfPair({ sessionId, videoId }: StoppedPair): string {
  return `${sessionId}.${videoId}`;
}

/** Null for what is no pair. */
export function pairOfName(name: string): StoppedPair | null {
  const [, sessionId, videoId] = shape.exec(name) ?? [];
  return sessionId !== undefined && videoId !== undefined ? { sessionId, videoId } : null;
}
