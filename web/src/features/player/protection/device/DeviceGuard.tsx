import {
  type DeviceVerdict,
  endpoints,
  judgeDevice,
  type Stream,
  usualMinimumPixels,
} from '@prahari/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { readDevice } from '../../../../domain/device/read-device.ts';
import { useApi } from '../../../../shared/api/api-context.ts';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { createCorrelationId } from '../../../../shared/api/correlation-id.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { getButtonClass } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { LoadingPanel } from '../../LoadingPanel.tsx';
import styles from '../../Stage.module.css';
import { createIncident } from '../incidents/create-incident.ts';
import type { Signal } from '../signal.ts';

export interface DeviceGuardProps {
  readonly videoId: string;
  readonly children: ReactNode;
}

/** Blocks phones, tablets and small screens before anything is opened or fetched. */
export function DeviceGuard({ videoId, children }: DeviceGuardProps) {
  const { t } = useText();
  const device = useDeviceState();
  useIncident(createSignal(device), { videoId, session: null });
  if (device.verdict === 'mobile') return <BlockedPanel text={t('protection.mobileDevice')} />;
  if (device.verdict === 'small-screen') {
    return <BlockedPanel text={t('protection.smallScreen', { pixels: device.pixels })} />;
  }
  if (device.verdict === 'loading') {
    return (
      <div className={styles['stage']}>
        <LoadingPanel title={t('player.loading')} text={t('player.preparing')} />
      </div>
    );
  }
  return children;
}

interface DeviceState {
  readonly verdict: DeviceVerdict | 'loading';
  /** The minimum width of a screen, in device pixels. */
  readonly pixels: number;
}

function createSignal({ verdict, pixels }: DeviceState): Signal | null {
  if (verdict === 'mobile') return mobileDevice('before playback');
  return verdict === 'small-screen' ? smallScreen(pixels) : null;
}

/** Fetches the server's own rule only where the screen is too small by the usual one. */
function useDeviceState(): DeviceState {
  const api = useApi();
  const [device, setDevice] = useState<DeviceState>(() => {
    const verdict = judgeDevice(readDevice(), usualMinimumPixels);
    return {
      verdict: verdict === 'small-screen' ? 'loading' : verdict,
      pixels: usualMinimumPixels,
    };
  });
  const isLoading = device.verdict === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    let gone = false;
    const judge = (pixels: number) => {
      if (!gone) setDevice({ verdict: judgeDevice(readDevice(), pixels), pixels });
    };
    api.call(endpoints.playbackCheck.facts, {}).then(
      ({ minimumScreenPixels }) => judge(minimumScreenPixels),
      // The policy of the opened playback decides again.
      () => judge(0),
    );
    return () => {
      gone = true;
    };
  }, [api, isLoading]);
  return device;
}

export interface PlaybackDeviceProps {
  readonly stream: Stream;
  readonly children: ReactNode;
}

/**
 * Checks the device again while a video is open (specification, section 4: every 3 s), and removes the
 * video when it fails.
 */
export function PlaybackDevice({ stream, children }: PlaybackDeviceProps) {
  const { t } = useText();
  const { checkEveryMs, minimumScreenPixels } = stream.policy.device;
  const [verdict, setVerdict] = useState(() => judgeDevice(readDevice(), minimumScreenPixels));
  useEffect(() => {
    const timer = setInterval(() => {
      // Moving the window to a smaller display does not change the device.
      if (judgeDevice(readDevice(), 0) === 'mobile') setVerdict('mobile');
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

/** Reports to the server once; a lost report changes nothing for the learner. */
function useIncident(
  signal: Signal | null,
  { videoId, session }: { readonly videoId: string; readonly session: string | null },
): void {
  const api = useApi();
  const type = signal?.type;
  const message = signal?.message;
  useEffect(() => {
    if (type === undefined || message === undefined) return;
    reportSignal(api, { type, message, confidence: 'medium' }, videoId, session);
  }, [api, message, session, type, videoId]);
}

function reportSignal(
  api: Pick<Api, 'call'>,
  signal: Signal,
  videoId: string,
  session: string | null,
) {
  const incident = createIncident(signal, {
    id: createCorrelationId(),
    videoId,
    playbackSessionId: session,
    warningCount: 0,
    positionSeconds: null,
  });
  api
    .call(endpoints.security.reportIncidents, { body: { incidents: [incident] } })
    .catch(() => undefined);
}

const cx = classNames(styles);

/** Shows, instead of the player, why nothing plays on this device. */
function BlockedPanel({ text }: { readonly text: string }) {
  const { t } = useText();
  return (
    <div className={cx('stage')}>
      <div className={cx('panel')} role="alert">
        <p className={cx('panelTitle')}>{text}</p>
        <div className={cx('panelAction')}>
          <Link to="/" className={getButtonClass('secondary')}>
            {t('player.goToLibrary')}
          </Link>
          <Link to="/doctor" className={cx('panelLink')}>
            {t('common.playbackCheck')}
          </Link>
        </div>
      </div>
    </div>
  );
}
