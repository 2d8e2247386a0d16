/**
 * The key service gave no keys. `message` is for an administrator: it says what happened and
 * contains nothing of the request or answer.
 */
export class KeyServiceFailed extends Error {
  override readonly name = 'KeyServiceFailed';
}
