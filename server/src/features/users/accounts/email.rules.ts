/** Masks an address so that addresses can be distinguished but not written to: `a…@example.org`. */
export function maskEmail(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`;
}
