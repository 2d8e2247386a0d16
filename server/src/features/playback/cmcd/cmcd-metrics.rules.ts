/** One request for a segment; `report` is the CMCD that the player sent with it, if any. */
export interface SegmentRequest {
  readonly sessionId: string;
  readonly videoId: string;
  readonly report: {
    readonly playbackId?: string;
    readonly bitrateKbps?: number;
    readonly bufferMs?: number;
    readonly throughputKbps?: number;
    readonly isStarved: boolean;
    readonly isUrgent: boolean;
  } | null;
}

/** Sums, so that means can be computed over several processes and times. */
export interface CmcdMetrics {
  /** As the player called the playback last; null where it did not. */
  readonly playbackId: string | null;
  readonly requests: number;
  readonly reports: number;
  readonly starved: number;
  readonly urgent: number;
  readonly bitrateSumKbps: number;
  readonly bitrates: number;
  readonly throughputSumKbps: number;
  readonly throughputs: number;
  readonly leastBufferMs: number | null;
}

export const noMetrics: CmcdMetrics = {
  playbackId: null,
  requests: 0,
  reports: 0,
  starved: 0,
  urgent: 0,
  bitrateSumKbps: 0,
  bitrates: 0,
  throughputSumKbps: 0,
  throughputs: 0,
  leastBufferMs: null,
};

/** Adds one more request to the metrics. */
export function addRequest(to: CmcdMetrics, { report }: SegmentRequest): CmcdMetrics {
  const requests = to.requests + 1;
  if (!report) return { ...to, requests };
  const { bitrateKbps, throughputKbps, bufferMs } = report;
  return {
    playbackId: report.playbackId ?? to.playbackId,
    requests,
    reports: to.reports + 1,
    starved: to.starved + Number(report.isStarved),
    urgent: to.urgent + Number(report.isUrgent),
    bitrateSumKbps: to.bitrateSumKbps + (bitrateKbps ?? 0),
    bitrates: to.bitrates + Number(bitrateKbps !== undefined),
    throughputSumKbps: to.throughputSumKbps + (throughputKbps ?? 0),
    throughputs: to.throughputs + Number(throughputKbps !== undefined),
    // A buffer that is empty before playback begins says nothing.
    leastBufferMs: report.isUrgent ? to.leastBufferMs : least(to.leastBufferMs, bufferMs),
  };
}

function least(known: number | null, one: number | undefined): number | null {
  if (one === undefined) return known;
  return known === null ? one : Math.min(known, one);
}
