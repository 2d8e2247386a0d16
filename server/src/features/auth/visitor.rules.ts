import type { DeviceStep } from '@prahari/contract';
import type { ClientTraits } from '../../platform/http/request-facts.ts';

/** Whoever stands at the door, signed in or not, as the request shows. */
export interface Visitor extends ClientTraits {
  readonly deviceId: string;
  /** Null for programs that take none. */
  readonly step: DeviceStep | null;
}
