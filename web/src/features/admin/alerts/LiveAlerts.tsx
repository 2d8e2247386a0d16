import { endpoints } from '@prahari/contract';
import { useEffect, useRef, useState } from 'react';
import { useAlertWords } from '../../../domain/alerts/use-alert-words.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { openFile } from '../../../shared/api/download.ts';
import { followEvents } from '../../../shared/api/follow-events.ts';
import { browserConnection } from '../../../shared/connection/browser-connection.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { notify } from '../../../ui/notify.ts';
import { createAnnouncer, createThrottle, type LiveAlert, readLiveAlert } from './live-alert.ts';
import { liveState } from './live-state.ts';
import { useRefreshAlerts } from './use-alerts.ts';

/** A burst of alerts becomes few requests and one message. */
const gatherMs = 1000;
/** Browsers allow few connections to one server: pages out of sight for longer give theirs back. */
const graceMs = 20_000;

/**
 * Follows alerts while an administrator has a page in sight: what it shows is read again, and a
 * serious alert is announced.
 */
export function LiveAlerts() {
  const api = useApi();
  const refresh = useRefreshAlerts();
  const announce = useAnnounce();
  const isInSight = useInSight();
  const latest = useRef({ refresh, announce });
  useEffect(() => {
    latest.current = { refresh, announce };
  });

  useEffect(() => {
    if (!isInSight) return;
    const stop = new AbortController();
    const isNews = createAnnouncer();
    let news: LiveAlert[] = [];
    const refreshing = createThrottle(() => void latest.current.refresh(), gatherMs);
    const announcing = createThrottle(() => {
      latest.current.announce(news);
      news = [];
    }, gatherMs);
    void followEvents(
      {
        async open(signal) {
          await browserConnection.whenUp();
          const { body } = await openFile(api, endpoints.alerts.live, {}, { signal });
          if (!body) throw new TypeError('The stream of alerts has no body');
          return body;
        },
        onEvent({ name, data }) {
          refreshing.ask();
          const alert = name === 'alert' ? readLiveAlert(data) : undefined;
          if (!alert || !isNews(alert)) return;
          news.push(alert);
          announcing.ask();
        },
        onState: (state) => stop.signal.aborted || liveState.set(state),
        pause,
        now: () => Date.now(),
        random: () => Math.random(),
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      refreshing.stop();
      announcing.stop();
      liveState.set('off');
    };
  }, [api, isInSight]);
  return null;
}

/** Says politely which serious alerts were raised; one of them can be opened from there. */
function useAnnounce() {
  const { t } = useText();
  const { titleOf } = useAlertWords();
  const navigate = useNavigate();
  return (news: readonly LiveAlert[]) => {
    const [first] = news;
    if (!first) return;
    const isOne = news.length === 1;
    const to = isOne
      ? `/admin/alerts?alert=${first.id}`
      : '/admin/alerts?f.severity=critical&f.severity=high&f.status=active';
    const message = isOne
      ? t('alerts.liveOne', { title: titleOf(first) })
      : t('alerts.liveMany', { count: news.length });
    notify.warning(message, {
      action: { label: t('alerts.liveShow'), onClick: () => navigate(to) },
    });
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Tells whether the page is in sight, or was a moment ago. */
function useInSight(): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setInSight(true);
      else timer = setTimeout(() => setInSight(false), graceMs);
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isInSight;
}
