import { buildUrl, endpoints, type IncidentReport, type Stream } from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { noticeIncident } from '../../../../shared/client-watch/noticed-incidents.ts';
import { createBackOff } from '../../../../shared/outbox/redelivery.ts';
import { browserStorage } from '../../../../shared/storage/browser-storage.ts';
import { createIncidentOutbox, type IncidentOutbox, openIncidentStore } from './incident-outbox.ts';

export interface BrowserOutboxInput {
  readonly api: Api;
  readonly policy: Stream['policy']['incidents'];
  readonly videoId: string;
  /** The server's count of violations at this video. */
  readonly onStanding: (violations: number, terminated: boolean) => void;
}

/** Opens the outbox of this page: it stores in local storage, and sends by the API or on page close. */
export function openBrowserOutbox(input: BrowserOutboxInput): IncidentOutbox {
  const { api, policy, videoId, onStanding } = input;
  const report = endpoints.security.reportIncidents;
  const url = buildUrl(window.location.origin, report, {});
  let partingHeaders: Record<string, string> | null = null;

  // Signing takes longer than a closing page has, so its proof is signed ahead.
  async function prepareParting() {
    partingHeaders ??= await api.headersFor('POST', url).catch(() => null);
  }

  const outbox = createIncidentOutbox({
    store: openIncidentStore(browserStorage),
    policy,
    userId: () => api.session.state().context?.user.id ?? null,
    async send(incidents) {
      const body = { incidents: [...incidents] };
      const { violations } = await api.call(report, { body });
      return new Map(violations.map((standing) => [standing.videoId, standing]));
    },
    sendParting(incidents: readonly IncidentReport[]) {
      if (partingHeaders === null) return;
      const headers = { ...partingHeaders, 'content-type': 'application/json' };
      partingHeaders = null;
      const body = JSON.stringify({ incidents });
      const parting = { headers, body, credentials: 'include', keepalive: true } as const;
      void fetch(url, { method: 'POST', ...parting }).catch(() => undefined);
    },
    onStanding(standings) {
      const standing = standings.get(videoId);
      if (standing) onStanding(standing.count, standing.terminated);
    },
    backOff: createBackOff(),
    every(ms, work) {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
  });
  const onHidden = () => document.hidden && outbox.leave();
  window.addEventListener('pagehide', outbox.leave);
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('online', outbox.retry);
  return {
    ...outbox,
    add(incident, isUrgent) {
      outbox.add(incident, isUrgent);
      noticeIncident(incident);
      void prepareParting();
    },
    stop() {
      window.removeEventListener('pagehide', outbox.leave);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('online', outbox.retry);
      outbox.stop();
    },
  };
}
