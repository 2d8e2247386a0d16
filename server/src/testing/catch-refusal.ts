import { ApiError } from '@prahari/contract';

/** How the server refused a call. @throws Error when it did not, and what broke when that was another thing */
export async function catchRefusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome;
}
