import { type BodyOf, endpoints, type Stream } from '@prahari/contract';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import type { Engine } from '../engine/start/start-engine.ts';
import { isCapturePatched } from '../protection/capture/patch-realm.ts';
import { readHdcpStatus } from './hdcp-status.ts';
import { buildProtectionReport } from './protection-report.ts';

type Report = Omit<BodyOf<typeof endpoints.videos.protection>, 'playbackSession'>;

export interface ProtectionReportInput {
  readonly stream: Stream;
  /** Null until the video is loaded. */
  readonly engine: Engine | null;
  /** Share of the marks that are drawn and intact. */
  readonly watermarkCoverage: () => number;
}

/**
 * Reports the protection of this playback to the server: when it is loaded, and again when it
 * changes, as with another display or a tampered mark.
 */
export function useProtectionReport(input: ProtectionReportInput): void {
  const { stream, engine } = input;
  const api = useApi();
  const coverage = useEffectEvent(input.watermarkCoverage);
  const { playbackSessionId, videoId, policy } = stream;
  const { slowEveryMs } = policy.globalChecks;
  useEffect(() => {
    if (engine === null) return;
    let told = '';
    async function tell({ granted, keys }: Engine) {
      const report: Report = buildProtectionReport({
        granted: granted(),
        hdcp: await readHdcpStatus(keys()),
        watermarkCoverage: coverage(),
        isCapturePatched: isCapturePatched(window),
      });
      const text = JSON.stringify(report);
      if (text === told) return;
      const body = { ...report, playbackSession: playbackSessionId };
      await api.call(endpoints.videos.protection, { params: { id: videoId }, body });
      told = text;
    }
    // An undelivered report is sent with the next check.
    const look = () => void tell(engine).catch(() => undefined);
    look();
    const timer = setInterval(look, slowEveryMs);
    return () => clearInterval(timer);
  }, [api, engine, playbackSessionId, slowEveryMs, videoId]);
}
