import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { browserProbes } from './browser-probes.ts';
import { CheckRow } from './CheckRow.tsx';
import styles from './Doctor.module.css';
import { checkNames, type Findings, findWorst } from './finding.ts';
import { runChecks } from './run-checks.ts';
import { SummaryCard } from './SummaryCard.tsx';
import { formatSummary } from './summary.ts';

const cx = classNames(styles);

/** `/doctor`: whether videos will play on this machine, and what to do where not. */
export function DoctorPage() {
  const { t } = useText();
  const { findings, finishedAt, again } = useChecks();
  return (
    <div className={cx('page')}>
      <PageTitle text={t('doctor.title')} />
      <PageHeader
        title={t('doctor.title')}
        description={t('doctor.subtitle')}
        actions={
          <Button icon="refresh" loading={finishedAt === null} onClick={again}>
            {t('doctor.again')}
          </Button>
        }
      />
      <Standing findings={findings} isFinished={finishedAt !== null} />
      <ul className={cx('checks')}>
        {checkNames.map((check) => (
          <CheckRow key={check} check={check} finding={findings[check]} />
        ))}
      </ul>
      {finishedAt ? (
        <SummaryCard
          summary={formatSummary({ t, findings, finishedAt, address: window.location.host })}
        />
      ) : null}
    </div>
  );
}

interface StandingProps {
  readonly findings: Findings;
  readonly isFinished: boolean;
}

/** The progress, then the summary. */
function Standing({ findings, isFinished }: StandingProps) {
  const { t } = useText();
  const done = Object.keys(findings).length;
  const verdict = findWorst(findings);
  // Their lines may be below the fold.
  const faults = checkNames
    .filter((check) => findings[check]?.verdict === 'problem')
    .map((check) => t(`doctor.check_${check}`));
  return (
    <div className={cx('standing', isFinished && verdict)} role="status">
      {isFinished ? (
        <>
          <h2 className={cx('verdict')}>{t(`doctor.verdict_${verdict}`)}</h2>
          {faults.length > 0 ? <p className={cx('faults')}>{faults.join(' · ')}</p> : null}
          <p>{t(`doctor.advice_${verdict}`)}</p>
        </>
      ) : (
        <ProgressBar
          label={t('doctor.running')}
          value={done / checkNames.length}
          valueText={t('doctor.progress', { done, all: checkNames.length })}
        />
      )}
    </div>
  );
}

interface Checks {
  readonly findings: Findings;
  /** Null while they run. */
  readonly finishedAt: Date | null;
  readonly again: () => void;
}

/** Runs all checks at once, and again when asked. */
function useChecks(): Checks {
  const [run, setRun] = useState(0);
  const [findings, setFindings] = useState<Findings>({});
  const [finishedAt, setFinishedAt] = useState<Date | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run begins again
  useEffect(() => {
    const aborter = new AbortController();
    setFindings({});
    setFinishedAt(null);
    void runChecks(
      browserProbes,
      (check, finding) => setFindings((before) => ({ ...before, [check]: finding })),
      aborter.signal,
    ).then(() => {
      if (!aborter.signal.aborted) setFinishedAt(new Date());
    });
    return () => aborter.abort();
  }, [run]);
  const again = useCallback(() => setRun((before) => before + 1), []);
  return { findings, finishedAt, again };
}
