import {
  ApiError,
  type ProviderProblem,
  providerProblems,
  type ServiceTrouble,
} from '@prahari/contract';
import type { Say } from '../../../shared/i18n/text-key.ts';

/** The failure of a licence service, as text for administrators. */
export function describeTrouble(t: Say, { fault, detail }: ServiceTrouble): string {
  return t(`keySystems.fault_${fault}`, { detail });
}

/** The refused setting; null for any other error. */
export function findProblem(error: unknown): ProviderProblem | null {
  if (!(error instanceof ApiError) || error.reason !== 'provider_settings_invalid') return null;
  return providerProblems.find((one) => one === error.details['problem']) ?? null;
}
