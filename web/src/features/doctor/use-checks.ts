import { useCallback, useEffect, useState } from 'react';
import { browserProbes } from './browser-probes.ts';
import type { Findings } from './finding.ts';
import { runChecks } from './run-checks.ts';

export interface Checks {
  readonly findings: Findings;
  /** Null while they run. */
  readonly finishedAt: Date | null;
  readonly again: () => void;
}

/** Runs all checks at once, and again when asked. */
export function useChecks(): Checks {
  const [run, setRun] = useState(0);
  const [findings, setFindings] = useState<Findings>({});
  const [finishedAt, setFinishedAt] = useState<Date | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run begins anew
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
