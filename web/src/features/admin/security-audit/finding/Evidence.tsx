import type { AuditEvidence } from '@prahari/contract';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { notify } from '../../../../ui/notify.ts';
import styles from './Finding.module.css';

const cx = classNames(styles);

/** What was sent, what a safe server answers, and what was answered. */
export function EvidenceList({ evidence }: { readonly evidence: readonly AuditEvidence[] }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <ol className={cx('evidence')}>
      {evidence.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it never changes, and two may be equal
        <li key={at} className={cx('proof')}>
          <div className={cx('proofHead')}>
            <span className={cx('when')}>
              {format.number(at + 1)} · <Time value={one.at} />
            </span>
            <IconButton
              compact
              icon="copy"
              label={t('securityAudit.copyEvidence', { number: format.number(at + 1) })}
              onClick={() =>
                void copy(describe(one)).then(
                  () => notify.success(t('securityAudit.copied')),
                  () => notify.error(t('securityAudit.copyFailed')),
                )
              }
            />
          </div>
          <dl className={cx('proofFacts')}>
            <dt>{t('securityAudit.evidenceRequest')}</dt>
            <dd lang="en">{one.request}</dd>
            <dt>{t('securityAudit.evidenceExpected')}</dt>
            <dd lang="en">{one.expected}</dd>
            <dt>{t('securityAudit.evidenceObserved')}</dt>
            <dd lang="en">{one.observed}</dd>
            {one.correlationId === null ? null : (
              <>
                <dt>{t('securityAudit.correlationId')}</dt>
                <dd>{one.correlationId}</dd>
              </>
            )}
          </dl>
        </li>
      ))}
    </ol>
  );
}

/** In English, as programmers and their tools take it. */
function describe({ at, request, expected, observed, correlationId }: AuditEvidence): string {
  const lines = [`${at} ${request}`, `expected: ${expected}`, `observed: ${observed}`];
  return [...lines, ...(correlationId ? [`correlation id: ${correlationId}`] : [])].join('\n');
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
