import { alertMetricNames, alertOperators } from '@prahari/contract';
import * as z from 'zod/mini';

const measureSchema = z.object({
  metric: z.enum(alertMetricNames),
  operator: z.enum(alertOperators),
  threshold: z.number(),
  value: z.number(),
  timeWindow: z.number(),
});
/** What the rule of an alert measured, and its limit. */
export type AlertMeasure = z.infer<typeof measureSchema>;

/** Reads it; undefined for tests, and for what a newer server measures. */
export function readMeasure(metadata: Readonly<Record<string, unknown>>): AlertMeasure | undefined {
  return z.safeParse(measureSchema, metadata).data;
}
