import type { AlertCondition, AlertOperator } from '@prahari/contract';

/** Tells whether a value meets a condition. */
export function holds(value: number, { operator, value: bound }: AlertCondition): boolean {
  return compare[operator](value, bound);
}

const compare: Readonly<Record<AlertOperator, (value: number, bound: number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
  eq: (value, bound) => value === bound,
  ne: (value, bound) => value !== bound,
};
