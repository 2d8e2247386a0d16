import { ApiError, type ProofOfWork } from '@prahari/contract';

/** Work may come too late on a slow device, or on a slow line. */
const MOST_ROUNDS = 2;

export interface WorkWatch {
  /** Ends the work; the call then throws AbortError. */
  readonly signal?: AbortSignal;
  /** The work begins. */
  readonly onWork?: () => void;
}

/**
 * Makes a call, and repeats it with proof of work if the server requires that. The search is loaded
 * on demand, which is rare.
 * @throws what the call throws; AbortError when the work was cancelled
 */
export async function withWork<Answer>(
  call: (proofOfWork: ProofOfWork | undefined) => Promise<Answer>,
  { signal, onWork }: WorkWatch = {},
): Promise<Answer> {
  let proof: ProofOfWork | undefined;
  for (let round = 0; ; round += 1) {
    try {
      return await call(proof);
    } catch (error) {
      const isAsked = error instanceof ApiError && error.reason === 'proof_of_work_required';
      if (!isAsked || round === MOST_ROUNDS) throw error;
      onWork?.();
      const search = await import('./do-work.ts').catch(() => null);
      proof = (await search?.doWork(error, signal)) ?? undefined;
      if (!proof) throw error;
    }
  }
}
