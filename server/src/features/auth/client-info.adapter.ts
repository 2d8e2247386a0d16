import type { DeviceStep } from '@prahari/contract';
import type { ClientTraits } from '../../platform/http/request-facts.ts';

/** The client of a request, signed in or not, as the request shows it. */
export interface Visitor extends ClientTraits {
  readonly deviceId: string;
  /** Null for programs that take none. */
  readonly step: DeviceStep | null;
}
