/** A call that a store which it needs could not serve now, but may later: it is answered with 503. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}
