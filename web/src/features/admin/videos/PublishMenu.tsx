import type { ManagedVideo } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { Publication } from './use-publication.ts';
import styles from './VideoHeader.module.css';
import { RELEASES } from './video-texts.ts';

const cx = classNames(styles);
const ICONS = { scheduled: 'clock', published: 'check-circle', ended: 'visibility-off' } as const;

export interface PublishMenuProps {
  readonly video: ManagedVideo;
  readonly publication: Publication;
  /** Opens the dialog of the dates. */
  readonly onSchedule: () => void;
}

/** Says whether learners see a video, and changes it at once. */
export function PublishMenu({ video, publication, onSchedule }: PublishMenuProps) {
  const { t } = useText();
  const { release, publishAt, unpublishAt } = video;
  const isDraft = release === 'draft';
  const state = isDraft ? t('videos.publishAct') : t(RELEASES[release].text);
  const hasDates = publishAt !== null || unpublishAt !== null;
  return (
    <DropdownMenu
      trigger={
        <Button
          variant={isDraft ? 'primary' : 'secondary'}
          {...(isDraft ? {} : { icon: ICONS[release] })}
          loading={publication.isPending}
          aria-label={isDraft ? state : t('videos.publicationState', { state })}
        >
          <span className={cx('state')}>
            {state}
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
