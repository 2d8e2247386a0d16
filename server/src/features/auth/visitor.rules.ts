import type { ClientTraits } from '../../platform/http/request-facts.ts';

/** Whoever stands at the door, signed in or not, as the request shows. */
export interface Visitor extends ClientTraits {
  readonly deviceId: string;
}
