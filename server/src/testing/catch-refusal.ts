import { ApiError } from '@prahari/contract';

/** Returns how the server refused a call. @throws Error when it did not, and any other failure */
export async function catchRefusal(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome;
}
