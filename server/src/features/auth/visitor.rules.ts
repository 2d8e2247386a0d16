/** Whoever stands at the door, signed in or not, as the request shows. */
export interface Visitor {
  readonly deviceId: string;
  readonly userAgent: string;
  readonly address: string;
}
