import { type AlertStatus, ApiError, alertStatuses } from '@prahari/contract';

/** What another administrator did at the same moment. */
export interface Meanwhile {
  readonly status: AlertStatus;
  readonly by: string | null;
  readonly at: string | null;
}

/** Reads from a refusal what happened to the alert before; null for any other error. */
export function readMeanwhile(error: unknown): Meanwhile | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { details } = error;
  const status = alertStatuses.find((known) => known === details['status']);
  if (!status) return null;
  return { status, by: readText(details['by']), at: readText(details['at']) };
}

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
