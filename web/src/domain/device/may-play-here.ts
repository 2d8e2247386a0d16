import { judgeDevice, usualMinimumPixels } from '@prahari/contract';
import { readDevice } from './read-device.ts';

/**
 * Tells whether a video may be fetched ahead of a click. Uses the specification's numbers: those of
 * the server are requested only if they could change the answer, and then at the click.
 */
export function mayPlayHere(): boolean {
  return judgeDevice(readDevice(), usualMinimumPixels) === 'allowed';
}
