/** The browser keeps no key for this page: its storage is denied, or full. */
export class DeviceKeyUnavailable extends Error {
  constructor(cause: unknown) {
    super('this browser keeps no device key', { cause });
    this.name = 'DeviceKeyUnavailable';
  }
}
