/** Enough to tell addresses apart, too little to write to: `a…@example.org`. */
export function maskEmail(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`;
}
