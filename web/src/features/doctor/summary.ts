import type { Say } from '../../shared/i18n/text-key.ts';
import { checkNames, type Findings, findWorst } from './finding.ts';
import { describeFinding } from './finding-words.ts';

const MARKS = { good: 'OK', note: '!', problem: 'X' } as const;

export interface SummaryInput {
  readonly t: Say;
  readonly findings: Findings;
  readonly finishedAt: Date;
  readonly address: string;
}

/** The text that a learner sends to the centre: one line for each check, with its measurements. */
export function formatSummary({ t, findings, finishedAt, address }: SummaryInput): string {
  const lines = checkNames.flatMap((check) => {
    const finding = findings[check];
    if (!finding) return [];
    const { says } = describeFinding(t, finding);
    return [
      `[${MARKS[finding.verdict]}] ${t(`doctor.check_${check}`)}: ${says} (${finding.facts})`,
    ];
  });
  return [
    `${t('doctor.title')} · ${address}`,
    finishedAt.toISOString(),
    t(`doctor.verdict_${findWorst(findings)}`),
    ...lines,
  ].join('\n');
}
