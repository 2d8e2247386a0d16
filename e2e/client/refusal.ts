import { ApiError } from '@prahari/contract';

/**
 * Returns how the server refused a call. @throws Error when it did not, or when something else
 * broke
 */
export async function catchRefusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call was not refused', { cause: error });
  return error;
}
