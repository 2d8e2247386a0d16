/** How a figure changed against the range before. */
export type Change =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'up' | 'down';
      /** Always above zero. */
      readonly amount: number;
    };

/** Less than a hundredth of its unit is no change. */
const leastAmount = 0.01;

/** Describes by how much a figure is above or below the range before. */
export function describeChange(value: number | null, difference: number | null): Change {
  if (value === null || difference === null) return { kind: 'unknown' };
  const amount = Math.abs(difference);
  if (amount < leastAmount) return { kind: 'same' };
  return { kind: difference > 0 ? 'up' : 'down', amount };
}
