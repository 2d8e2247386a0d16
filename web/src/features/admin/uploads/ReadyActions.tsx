import type { ManagedVideo } from '@prahari/contract';
import { type ReactNode, useRef } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { notify } from '../../../ui/notify.ts';
import { usePublish } from './use-jobs.ts';

interface ReadyActionsProps {
  readonly video: ManagedVideo;
  /** `compact` in a row of a list, where no row is louder than the page and the title leads on. */
  readonly size?: 'regular' | 'compact';
  /** More items of the menu. */
  readonly children?: ReactNode;
}

/** The actions for a video that is ready; what takes it from learners is in the menu. */
export function ReadyActions({ video, size = 'regular', children }: ReadyActionsProps) {
  const { t } = useText();
  const { release } = video;
  const errorText = useErrorText();
  const navigate = useNavigate();
  const watchAt = `/watch/${video.id}`;
  const pressed = useRef<HTMLButtonElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const publish = usePublish(video, ({ title, published }) => {
    // The button goes, and the focus must not go with it.
    if (published && document.activeElement === pressed.current) more.current?.focus();
    notify.success(
      published ? t('uploads.published', { title }) : t('uploads.unpublished', { title }),
    );
  });

  function setPublished(published: boolean) {
    publish.mutate(published, {
      onError: (error) => {
        const { text, reference } = errorText(error);
        notify.error(text, { description: reference });
      },
    });
  }

  return (
    <>
      {release === 'draft' ? (
        <Button
          ref={pressed}
          size={size}
          variant={size === 'compact' ? 'secondary' : 'primary'}
          loading={publish.isPending}
          onClick={() => setPublished(true)}
        >
          {t('uploads.publish')}
        </Button>
      ) : null}
      {size === 'regular' ? (
        <Link to={watchAt} className={getButtonClass()}>
          {t('uploads.watch')}
        </Link>
      ) : null}
      <DropdownMenu
        trigger={
          <IconButton ref={more} icon="more" label={t('uploads.more', { title: video.title })} />
        }
      >
        {size === 'compact' ? (
          <MenuItem icon="play" onSelect={() => navigate(watchAt)}>
            {t('uploads.watch')}
          </MenuItem>
        ) : null}
        <MenuItem icon="edit" onSelect={() => navigate(`/admin/videos/${video.id}`)}>
          {t('jobs.edit')}
        </MenuItem>
        {release === 'published' || release === 'scheduled' ? (
          <MenuItem
            icon="visibility-off"
            disabled={publish.isPending}
            onSelect={() => setPublished(false)}
          >
            {t('uploads.unpublish')}
          </MenuItem>
        ) : null}
        {children}
      </DropdownMenu>
    </>
  );
}
