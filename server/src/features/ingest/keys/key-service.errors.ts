/**
 * The key service gave no keys. `message` is for an administrator: it says what happened and holds
 * nothing of what was sent or answered.
 */
export class KeyServiceFailed extends Error {
  override readonly name = 'KeyServiceFailed';
}
