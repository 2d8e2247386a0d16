import type { ManagedVideo } from '@prahari/contract';
import { Thumbnail } from '../../../domain/videos/Thumbnail.tsx';
import { VideoStatusBadge } from '../../../domain/videos/VideoStatusBadge.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PublishMenu } from './PublishMenu.tsx';
import type { Publication } from './use-publication.ts';
import styles from './VideoHeader.module.css';

const cx = classNames(styles);

export interface VideoHeaderProps {
  readonly video: ManagedVideo;
  readonly publication: Publication;
  readonly restoring: boolean;
  readonly onSchedule: () => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
}

/** Which video this is and how it stands, with what can be done to it as a whole. */
export function VideoHeader(props: VideoHeaderProps) {
  const { video, publication, restoring, onSchedule, onDelete, onRestore } = props;
  const { t } = useText();
  const isDeleted = video.deletedAt !== null;
  const actions = isDeleted ? (
    <Button variant="primary" loading={restoring} onClick={onRestore}>
      {t('videos.restore')}
    </Button>
  ) : (
    <>
      {video.status === 'ready' ? (
        <Link to={`/watch/${video.id}`} className={getButtonClass()}>
          <Icon name="play" />
          {t('uploads.watch')}
        </Link>
      ) : null}
      <PublishMenu video={video} publication={publication} onSchedule={onSchedule} />
      <DropdownMenu trigger={<IconButton icon="more" label={t('videos.more')} />}>
        <MenuItem icon="delete" tone="danger" onSelect={onDelete}>
          {t('videos.delete')}
        </MenuItem>
      </DropdownMenu>
    </>
  );
  return (
    <div className={cx('header')}>
      <PageHeader
        picture={<Thumbnail video={video} size="page" />}
        eyebrow={<Link to="/admin/videos">{t('videos.title')}</Link>}
        title={video.title}
        standing={<Standing video={video} />}
        actions={actions}
      />
    </div>
  );
}

/** Its states, and the few facts by which it is known again. */
function Standing({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const format = useFormat();
  const { release, unpublishAt, durationSeconds, category } = video;
  return (
    <>
      <VideoStatusBadge video={video} />
      {unpublishAt === null || release === 'draft' ? null : (
        <span>
          {t('videos.unpublishAt')} <Time value={unpublishAt} />
        </span>
      )}
      {durationSeconds === null ? null : <span>{format.duration(durationSeconds)}</span>}
      {category === null ? null : <span className={cx('fact')}>{category}</span>}
      <span>
        {t('videos.updated')} <Time value={video.updatedAt} show="relative" />
      </span>
    </>
  );
}
