import { endpoints, type Stream } from '@prahari/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { newCorrelationId } from '../../../../shared/api/correlation-id.ts';
import { deviceVerdict } from '../../../../shared/device/device-rule.ts';
import { readDevice } from '../../../../shared/device/read-device.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { incidentOf } from '../incidents/incident-of.ts';
import type { Signal } from '../signal.ts';
import { BlockedPanel } from './BlockedPanel.tsx';

export interface DeviceGateProps {
  readonly videoId: string;
  readonly children: ReactNode;
}

/** Phones and tablets get no further than this, before anything is asked or fetched. */
export function DeviceGate({ videoId, children }: DeviceGateProps) {
  const { t } = useText();
  const [isBlocked] = useState(() => deviceVerdict(readDevice(), 0) === 'mobile');
  useIncident(isBlocked ? mobileDevice('before playback') : null, { videoId, session: null });
  return isBlocked ? <BlockedPanel text={t('protection.mobileDevice')} /> : children;
}

export interface PlaybackDeviceProps {
  readonly stream: Stream;
  readonly children: ReactNode;
}

/**
 * Asks again while a lesson is open (specification, section 4: every 3 s). What was in its place goes:
 * the picture is taken off its source when its element leaves.
 */
export function PlaybackDevice({ stream, children }: PlaybackDeviceProps) {
  const { t } = useText();
  const { checkEveryMs, minimumScreenPixels } = stream.policy.device;
  const [verdict, setVerdict] = useState(() => deviceVerdict(readDevice(), minimumScreenPixels));
  useEffect(() => {
    const timer = setInterval(() => {
      // A window that moves to a smaller display is no other device.
      if (deviceVerdict(readDevice(), 0) === 'mobile') setVerdict('mobile');
    }, checkEveryMs);
    return () => clearInterval(timer);
  }, [checkEveryMs]);
  const signal =
    verdict === 'mobile'
      ? mobileDevice('in playback')
      : verdict === 'small-screen'
        ? smallScreen(minimumScreenPixels)
        : null;
  useIncident(signal, { videoId: stream.videoId, session: stream.playbackSessionId });
  if (verdict === 'mobile') return <BlockedPanel text={t('protection.mobileInPlayback')} />;
  if (verdict === 'small-screen') {
    return <BlockedPanel text={t('protection.smallScreen', { pixels: minimumScreenPixels })} />;
  }
  return children;
}

function mobileDevice(when: string): Signal {
  const message = `A phone or tablet was blocked ${when}`;
  return { type: 'mobile_device', confidence: 'medium', message };
}

function smallScreen(pixels: number): Signal {
  const message = `The screen is less than ${pixels} device pixels wide`;
  return { type: 'screen_too_small', confidence: 'medium', message };
}

/** Tells the server once; a report that is lost changes nothing for the learner. */
function useIncident(
  signal: Signal | null,
  { videoId, session }: { readonly videoId: string; readonly session: string | null },
): void {
  const api = useApi();
  const type = signal?.type;
  const message = signal?.message;
  useEffect(() => {
    if (type === undefined || message === undefined) return;
    tell(api, { type, message, confidence: 'medium' }, videoId, session);
  }, [api, message, session, type, videoId]);
}

function tell(api: Pick<Api, 'call'>, signal: Signal, videoId: string, session: string | null) {
  const incident = incidentOf(signal, {
    id: newCorrelationId(),
    ...{ videoId, playbackSessionId: session },
    ...{ warningCount: 0, positionSeconds: null },
  });
  api
    .call(endpoints.security.reportIncidents, { body: { incidents: [incident] } })
    .catch(() => undefined);
}
