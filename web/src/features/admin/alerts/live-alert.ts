import { alertSeverities, alertStatuses } from '@prahari/contract';
import * as z from 'zod/mini';

const liveAlertSchema = z.object({
  id: z.string(),
  ruleKey: z._default(z.nullable(z.string()), null),
  title: z.string(),
  severity: z.enum(alertSeverities),
  status: z.enum(alertStatuses),
  isTest: z.boolean(),
  /** How often it came back. */
  times: z._default(z.number(), 0),
});
export type LiveAlert = z.infer<typeof liveAlertSchema>;

/** Reads what the stream says of an alert; undefined for what a newer server may say. */
export function readLiveAlert(data: string): LiveAlert | undefined {
  try {
    return z.safeParse(liveAlertSchema, JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** What is remembered of alerts that were announced. */
const mostRemembered = 1000;

/**
 * Decides which alerts are announced: critical and high ones once they are active, not each time
 * that they are counted up. One that comes back, dealt with or not, is announced again.
 */
export function createAnnouncer(): (alert: LiveAlert) => boolean {
  const announced = new Map<string, number>();
  return ({ id, severity, status, isTest, times }) => {
    if (status !== 'active') {
      announced.delete(id);
      return false;
    }
    const isSerious = severity === 'critical' || severity === 'high';
    if (!isSerious || isTest || (announced.get(id) ?? -1) >= times) return false;
    if (announced.size >= mostRemembered) announced.clear();
    announced.set(id, times);
    return true;
  };
}

/**
 * Lets work be done at once, and however often it is asked for then, once more after `ms`.
 * @returns asks for it
 */
export function createThrottle(
  work: () => void,
  ms: number,
): { readonly ask: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;

  function doNow() {
    isAsked = false;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) doNow();
    }, ms);
  }

  return {
    ask() {
      if (timer === undefined) doNow();
      else isAsked = true;
    },
    stop: () => clearTimeout(timer),
  };
}
