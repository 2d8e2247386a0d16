import type { ManagedVideo } from '@prahari/contract';
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { RestoredNote } from '../../../shared/drafts/RestoredNote.tsx';
import { SaveBar } from '../../../shared/drafts/SaveBar.tsx';
import { UnsavedGuard } from '../../../shared/drafts/UnsavedGuard.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { notify } from '../../../ui/notify.ts';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { AboutFields } from './AboutFields.tsx';
import { AnalyticsTab } from './AnalyticsTab.tsx';
import { AudienceTab } from './AudienceTab.tsx';
import { CaptionsCard } from './CaptionsCard.tsx';
import { ChapterFields } from './ChapterFields.tsx';
import { PosterCard } from './PosterCard.tsx';
import { ProcessingTab } from './ProcessingTab.tsx';
import { ProtectionTab } from './ProtectionTab.tsx';
import { TypedPublicationNote } from './TypedPublicationNote.tsx';
import type { Publication } from './use-publication.ts';
import { useVideoForm, type VideoFormState } from './use-video-form.ts';
import { VideoConflict } from './VideoConflict.tsx';
import { VideoRail } from './VideoRail.tsx';
import styles from './Videos.module.css';
import { findFaultyTab, readTab, type VideoTab, videoTabs } from './video-tabs.ts';

const cx = classNames(styles);

interface VideoViewProps {
  readonly video: ManagedVideo;
  readonly publication: Publication;
}

/** All that is set of one video, on tabs; one form lies over those that hold fields. */
export function VideoView({ video, publication }: VideoViewProps) {
  const { t } = useText();
  const { search } = useLocation();
  const navigate = useNavigate();
  const form = useVideoForm(video, ({ title }) => notify.success(t('videos.saved', { title })));
  const { may } = useRights();
  const offered = videoTabs.filter((one) => one !== 'analytics' || may('analytics.read'));
  const asked = readTab(search);
  const tab = offered.includes(asked) ? asked : 'details';
  const show = (shown: string) => navigate({ search: `tab=${shown}` }, { replace: true });

  function save(event: SyntheticEvent) {
    event.preventDefault();
    const faulty = findFaultyTab(form.draft, video.durationSeconds);
    if (faulty) show(faulty);
    form.save();
  }

  const contents = listContents(video, form, t);
  return (
    <div className={cx('view')}>
      <FileNotice video={video} />
      {form.restoredAtMs === null ? null : (
        <div className={cx('standing')}>
          <RestoredNote atMs={form.restoredAtMs} />
        </div>
      )}
      {form.publication ? (
        <TypedPublicationNote
          video={video}
          publication={publication}
          typed={form.publication}
          onSettled={form.settlePublication}
        />
      ) : null}
      <Conflict form={form} />
      <Tabs
        label={t('videos.tabs')}
        value={tab}
        onChange={show}
        tabs={offered.map((value) => ({
          value,
          label: t(`videos.tab_${value}`),
          content: contents[value],
        }))}
      />
      <form noValidate className={cx('saving')} onSubmit={save}>
        <SaveBar
          // Two edited at once: the choice between them stands above.
          changes={form.present ? 0 : form.changes}
          saving={form.isSaving}
          error={form.error}
          onDiscard={form.discard}
        />
      </form>
      <UnsavedGuard active={form.changes > 0} onLeave={form.forget} />
    </div>
  );
}

function listContents(
  video: ManagedVideo,
  form: VideoFormState,
  t: ReturnType<typeof useText>['t'],
): Readonly<Record<VideoTab, ReactNode>> {
  const { draft, isAsked, change } = form;
  const isReady = video.status === 'ready';
  const notYet = (
    <Card>
      <EmptyState title={t('videos.notReadyYet')} icon="film">
        {t('videos.notReadyYetText')}
      </EmptyState>
    </Card>
  );
  return {
    details: (
      <div className={cx('split')}>
        <AboutFields draft={draft} asked={isAsked} onChange={change} />
        <VideoRail video={video} />
      </div>
    ),
    audience: <AudienceTab draft={draft} onChange={change} />,
    chapters: (
      <div className={cx('pair')}>
        <Card title={t('videos.chapters')} description={t('videos.chaptersHint')}>
          <ChapterFields
            value={draft.chapters}
            durationSeconds={video.durationSeconds}
            asked={isAsked}
            onChange={(chapters) => change({ chapters })}
          />
        </Card>
        <CaptionsCard video={video} />
      </div>
    ),
    pictures: isReady ? <PosterCard video={video} /> : notYet,
    processing: <ProcessingTab video={video} />,
    protection: isReady ? <ProtectionTab video={video} /> : notYet,
    analytics: <AnalyticsTab videoId={video.id} />,
  };
}

/** Two edited at once; it stands above the tabs, and is gone to. */
function Conflict({ form }: { readonly form: VideoFormState }) {
  const { base, draft, present, isSaving } = form;
  const place = useRef<HTMLDivElement>(null);
  const isThere = present !== null;
  useEffect(() => {
    if (isThere) place.current?.focus();
  }, [isThere]);
  if (!present) return null;
  return (
    <div ref={place} tabIndex={-1} className={cx('conflict')}>
      <VideoConflict
        base={base}
        current={present}
        draft={draft}
        saving={isSaving}
        onTakeTheirs={() => form.takeOver(present)}
        onSaveMine={() => form.saveOver(present)}
      />
    </div>
  );
}

/** The way to the file of a video that has none, or none that could be made ready. */
function FileNotice({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const { id, status } = video;
  if (status !== 'empty' && status !== 'failed') return null;
  const isFailed = status === 'failed';
  return (
    <div className={cx('notice', isFailed && 'failed')}>
      <Icon name={isFailed ? 'warning' : 'info'} />
      <p>{t(isFailed ? 'videos.fileFailed' : 'videos.fileMissing')}</p>
      <Link to={`/admin/uploads?video=${id}`} className={getButtonClass('primary', 'compact')}>
        {t('videos.uploadFile')}
      </Link>
    </div>
  );
}
