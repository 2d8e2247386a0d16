import type { Say } from '../../shared/i18n/text-key.ts';
import type { Finding } from './finding.ts';

const NO_VARIABLES = { lines: '', speed: '', minutes: '', pixels: '' } as const;

/** A finding as text: the result, and what to do about it. */
export function describeFinding(t: Say, { says, step, variables }: Finding) {
  const filled = { ...NO_VARIABLES, ...variables };
  return {
    says: t(`doctor.${says}`, filled),
    step: step === null ? null : t(`doctor.${step}`, filled),
  };
}
