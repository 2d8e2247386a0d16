import type { ManagedVideo } from '@prahari/contract';
import { VIDEO_STATUSES } from '../../../domain/videos/video-status.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { Publication } from './use-publication.ts';
import styles from './VideoHeader.module.css';

const cx = classNames(styles);

export interface PublishMenuProps {
  readonly video: ManagedVideo;
  readonly publication: Publication;
  /** Opens the dialog of the dates. */
  readonly onSchedule: () => void;
}

/** Changes at once whether learners see a video. */
export function PublishMenu({ video, publication, onSchedule }: PublishMenuProps) {
  const { t } = useText();
  const { release, publishAt, unpublishAt } = video;
  const isDraft = release === 'draft';
  const name = t(isDraft ? 'videos.publishAct' : 'videos.publication');
  const state = t(VIDEO_STATUSES[release].text);
  const hasDates = publishAt !== null || unpublishAt !== null;
  return (
    <DropdownMenu
      trigger={
        <Button
          variant={isDraft ? 'primary' : 'secondary'}
          loading={publication.isPending}
          aria-label={isDraft ? name : t('videos.publicationState', { state })}
        >
          <span className={cx('state')}>
            {name}
            <Icon name="chevron-down" size={16} />
          </span>
        </Button>
      }
    >
      {release === 'published' ? null : (
        <MenuItem icon="check-circle" onSelect={publication.publish}>
          {t('videos.publishNow')}
        </MenuItem>
      )}
      <MenuItem icon="calendar" onSelect={onSchedule}>
        {t(hasDates && !isDraft ? 'videos.scheduleChange' : 'videos.schedule')}
      </MenuItem>
      {isDraft ? null : (
        <MenuItem icon="visibility-off" onSelect={() => publication.unpublish()}>
          {t('videos.unpublish')}
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
