import { streamSchema } from '@prahari/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { mayPlayHere } from '../../../domain/device/may-play-here.ts';
import type { PlayableCopies } from '../../../domain/offline/browser-copies.ts';
import { failureTexts } from '../../../domain/offline/failure-texts.ts';
import { type CopyFailure, failureOf } from '../../../domain/offline/kept-copy.ts';
import { buildCopyBase, copyScheme } from '../../../domain/offline/plan-copy.ts';
import { openCopies } from '../../../domain/offline/use-copies.ts';
import { ApiProvider, useApi } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { useParams } from '../../../shared/routing/use-address.ts';
import { getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { giveFiles } from '../engine/network/local-addresses.ts';
import { abandon, type BegunPlayback, beginFromFiles } from '../engine/start/begin-playback.ts';
import { preparePlayer } from '../engine/start/start-engine.ts';
import { frameAttribute } from '../fullscreen/filling.ts';
import { LoadingPanel } from '../LoadingPanel.tsx';
import { DeviceGuard, PlaybackDevice } from '../protection/device/DeviceGuard.tsx';
import type { Trigger } from '../protection/ladder/violation-ladder.ts';
import stageStyles from '../Stage.module.css';
import { Stage } from '../Stage.tsx';
import pageStyles from '../WatchPage.module.css';
import { createCopyApi } from './copy-api.ts';

if (mayPlayHere()) preparePlayer();

const page = classNames(pageStyles);
const stage = classNames(stageStyles);

const keepTimeEveryMs = 5000;
/** What records the screen, or takes pictures of it. */
const captures: readonly Trigger['incident'][] = [
  'screen_capture_api',
  'media_recorder',
  'capture_stream',
  'canvas_read',
];

interface OpenCopy {
  readonly copies: PlayableCopies;
  readonly api: Api;
  readonly playback: BegunPlayback;
  readonly expiresAtMs: number;
  /** Why a file could not be read; null as long as all could. */
  readonly readFailure: () => CopyFailure | null;
}

/** Plays a copy, with or without a connection, as protected as online. */
export function OfflinePage() {
  const { t } = useText();
  const format = useFormat();
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
      <div {...{ [frameAttribute]: '' }} className={stage('frame')}>
        {failure !== null ? (
          <FailurePanel failure={failure} />
        ) : opened === null ? (
          <div className={stage('stage')}>
            <LoadingPanel title={t('player.loading')} text={t('offline.opening')} />
          </div>
        ) : (
          <CopyPlayer opened={opened} copyId={copyId} onFailure={setFailure} />
        )}
      </div>
      {opened === null || failure !== null ? null : (
        <div className={page('about')}>
          <h1 className={page('title')}>{title}</h1>
          <p className={page('meta')}>
            {t('offline.playableUntil', { when: format.dateTime(new Date(opened.expiresAtMs)) })}
          </p>
        </div>
      )}
    </article>
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
          <Link to="/downloads" className={getButtonClass('primary')}>
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
  const [isReady, setIsReady] = useState(false);
  const { api, copies, playback, readFailure } = opened;
  const { videoId } = playback.stream;
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let steadyMs = performance.now();
    const timer = setInterval(() => {
      const ranMs = performance.now() - steadyMs;
      steadyMs += ranMs;
      copies.keepTime(copyId, ranMs).catch((error: unknown) => fail(failureOf(error)));
    }, keepTimeEveryMs);
    return () => clearInterval(timer);
  }, [copies, copyId]);
  return (
    <ApiProvider value={api}>
      <DeviceGuard videoId={videoId}>
        <PlaybackDevice stream={playback.stream}>
          <Stage
            playback={playback}
            ready={isReady}
            interruption={null}
            onSteerable={() => undefined}
            onLoaded={() => setIsReady(true)}
            onInterrupted={() => undefined}
            onFailed={(error) => onFailure(readFailure() ?? failureOf(error))}
            onViolation={({ incident }) => {
              if (captures.includes(incident)) onFailure('capture');
            }}
          />
        </PlaybackDevice>
      </DeviceGuard>
    </ApiProvider>
  );
}

/** Opens a copy for as long as its page is there. */
function useOpenCopy(copyId: string, onFailure: (failure: CopyFailure) => void): OpenCopy | null {
  const api = useApi();
  const [opened, setOpened] = useState<OpenCopy | null>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let isGone = false;
    open(api, copyId).then(
      (one) => {
        if (isGone) abandon({ kind: 'begun', playback: one.playback });
        else setOpened(one);
      },
      (error: unknown) => {
        if (!isGone) fail(failureOf(error));
      },
    );
    return () => {
      isGone = true;
      setOpened(null);
    };
  }, [api, copyId]);
  return opened;
}

/** @throws CopyProblem */
async function open(api: Api, copyId: string): Promise<OpenCopy> {
  const copies = await openCopies(api);
  const { stream: text, licence, expiresAtMs, leftAtSeconds } = await copies.open(copyId);
  const kept = z.parse(streamSchema, JSON.parse(text));
  const stream = { ...kept, resumeAtSeconds: leftAtSeconds ?? kept.resumeAtSeconds };
  const base = buildCopyBase(copyId);
  let failure: CopyFailure | null = null;
  const openFiles = giveFiles(copyScheme, async (address) => {
    try {
      return await copies.read(copyId, address.slice(base.length));
    } catch (error) {
      failure ??= failureOf(error);
      throw error;
    }
  });
  const copyApi = createCopyApi({ api, copies, copyId, licence });
  const playback = beginFromFiles(copyApi, stream, openFiles);
  return { copies, api: copyApi, playback, expiresAtMs, readFailure: () => failure };
}
