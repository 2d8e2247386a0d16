import { readDevice } from '../../domain/device/read-device.ts';
import type { Credentials } from './pending-sign-in.ts';

/**
 * The fields that a sign-in sends beside the typed ones: evidence for the device rule, which the
 * server applies.
 */
export function signInBody(credentials: Credentials) {
  const { userAgent: _, ...machine } = readDevice();
  return { ...credentials, machine };
}
