import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { mayPlayHere } from '../../../domain/device/may-play-here.ts';
import { failureTexts } from '../../../domain/offline/failure-texts.ts';
import { type CopyFailure, failureOf } from '../../../domain/offline/kept-copy.ts';
import { ApiProvider, useApi } from '../../../shared/api/api-context.ts';
import { noticeError } from '../../../shared/errors/notice-error.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useParams } from '../../../shared/routing/use-address.ts';
import { getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { preparePlayer } from '../engine/start/start-engine.ts';
import { frameAttribute } from '../fullscreen/filling.ts';
import { LoadingPanel } from '../LoadingPanel.tsx';
import { lazyInPlayer } from '../lazy-in-player.ts';
import { DeviceGuard, PlaybackDevice } from '../protection/device/DeviceGuard.tsx';
import type { Trigger } from '../protection/ladder/violation-ladder.ts';
import stageStyles from '../Stage.module.css';
import { Stage, type SteerableVideo } from '../Stage.tsx';
import pageStyles from '../WatchPage.module.css';
import { abandonCopy, type OpenCopy, takeCopy } from './begin-copy.ts';

if (mayPlayHere()) preparePlayer();

const page = classNames(pageStyles);
const stage = classNames(stageStyles);
const TranscriptPanel = lazyInPlayer(() =>
  import('../transcript/TranscriptPanel.tsx').then((m) => m.TranscriptPanel),
);

const keepTimeEveryMs = 5000;
/** What records the screen, or takes pictures of it. */
const captures: readonly Trigger['incident'][] = [
  'screen_capture_api',
  'media_recorder',
  'capture_stream',
  'canvas_read',
];

/** Plays a copy, with or without a connection, as protected as online. */
export function OfflinePage() {
  const { t } = useText();
  const { copyId = '' } = useParams();
  const [failure, setFailure] = useState<CopyFailure | null>(null);
  const opened = useOpenCopy(copyId, setFailure);
  useEffect(() => {
    // The page says what failed.
    if (failure !== null && document.fullscreenElement)
      document.exitFullscreen().catch(() => undefined);
  }, [failure]);
  const title = opened?.playback.stream.title ?? t('offline.playerTitle');
  return (
    <article className={page('page')}>
      <PageTitle text={title} />
      <Link to="/downloads" className={page('back')}>
        <Icon name="arrow-left" size={16} />
        {t('offline.backToDownloads')}
      </Link>
      {opened !== null && failure === null ? (
        <CopyPlayer opened={opened} copyId={copyId} onFailure={setFailure} />
      ) : (
        <Frame>
          {failure !== null ? (
            <FailurePanel failure={failure} />
          ) : (
            <div className={stage('stage')}>
              <LoadingPanel title={t('player.loading')} text={t('offline.opening')} />
            </div>
          )}
        </Frame>
      )}
    </article>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div {...{ [frameAttribute]: '' }} className={stage('frame')}>
      {children}
    </div>
  );
}

function FailurePanel({ failure }: { readonly failure: CopyFailure }) {
  const { t } = useText();
  const { title, help } = failureTexts[failure];
  return (
    <div className={stage('stage')}>
      <div className={stage('panel')} role="alert">
        <h2 className={stage('panelTitle')}>{t(title)}</h2>
        <p className={stage('panelText')}>{t(help)}</p>
        <div className={stage('panelAction')}>
          <Link to="/downloads" className={getButtonClass('secondary')}>
            {t('offline.backToDownloads')}
          </Link>
        </div>
      </div>
    </div>
  );
}

interface CopyPlayerProps {
  readonly opened: OpenCopy;
  readonly copyId: string;
  readonly onFailure: (failure: CopyFailure) => void;
}

function CopyPlayer({ opened, copyId, onFailure }: CopyPlayerProps) {
  const { t } = useText();
  const format = useFormat();
  const [isReady, setIsReady] = useState(false);
  const [steerable, setSteerable] = useState<SteerableVideo | null>(null);
  const { api, answers, copies, playback, expiresAtMs, hasCaptions, readFailure } = opened;
  const { videoId, title } = playback.stream;
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let steadyMs = performance.now();
    const timer = setInterval(() => {
      const ranMs = performance.now() - steadyMs;
      steadyMs += ranMs;
      copies.keepTime(copyId, ranMs).catch((error: unknown) => fail(nameFailure(error)));
    }, keepTimeEveryMs);
    return () => clearInterval(timer);
  }, [copies, copyId]);
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={answers}>
        <Frame>
          <DeviceGuard videoId={videoId}>
            <PlaybackDevice stream={playback.stream}>
              <Stage
                playback={playback}
                ready={isReady}
                interruption={null}
                onSteerable={setSteerable}
                onLoaded={() => setIsReady(true)}
                onInterrupted={() => undefined}
                onFailed={(error) => onFailure(readFailure() ?? nameFailure(error))}
                onViolation={({ incident }) => {
                  if (captures.includes(incident)) onFailure('capture');
                }}
              />
            </PlaybackDevice>
          </DeviceGuard>
        </Frame>
        <div className={page('about')}>
          <h1 className={page('title')}>{title}</h1>
          <p className={page('meta')}>
            {t('offline.playableUntil', { when: format.dateTime(new Date(expiresAtMs)) })}
          </p>
        </div>
        {hasCaptions && isReady ? (
          <div className={page('below')}>
            <Suspense>
              <TranscriptPanel videoId={videoId} steerable={steerable} />
            </Suspense>
          </div>
        ) : null}
      </QueryClientProvider>
    </ApiProvider>
  );
}

/** Names a failure; one without a name is kept among the errors of this browser. */
function nameFailure(error: unknown): CopyFailure {
  const failure = failureOf(error);
  if (failure === 'other') noticeError('playback of a download', error);
  return failure;
}

/** Opens a copy for as long as its page is there. */
function useOpenCopy(copyId: string, onFailure: (failure: CopyFailure) => void): OpenCopy | null {
  const api = useApi();
  const [opened, setOpened] = useState<OpenCopy | null>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let isGone = false;
    takeCopy(api, copyId).then(
      (one) => {
        if (isGone) abandonCopy(one);
        else setOpened(one);
      },
      (error: unknown) => {
        if (!isGone) fail(nameFailure(error));
      },
    );
    return () => {
      isGone = true;
      setOpened(null);
    };
  }, [api, copyId]);
  return opened;
}
