/** How a figure changed against the range before. */
export type Change =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'up' | 'down';
      /** Always above zero. */
      readonly amount: number;
      /** Of what it was before; null where that was so little that a share only sounds large. */
      readonly share: number | null;
    };

/** Less than a hundredth of its unit is no change. */
const leastAmount = 0.01;
/** From 3 to 6 is three more, not twice as many. */
const leastBefore = 100;
/** Less is written as 0%. */
const leastShare = 0.005;

/** Describes by how much a figure is above or below the range before. */
export function describeChange(value: number | null, difference: number | null): Change {
  if (value === null || difference === null) return { kind: 'unknown' };
  const amount = Math.abs(difference);
  if (amount < leastAmount) return { kind: 'same' };
  const before = value - difference;
  const share = amount / before;
  return {
    kind: difference > 0 ? 'up' : 'down',
    amount,
    share: before >= leastBefore && share >= leastShare ? share : null,
  };
}
