import type { ManagedVideo } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import type { Publication } from './use-publication.ts';
import styles from './Videos.module.css';
import type { TypedPublication } from './video-draft.ts';

const cx = classNames(styles);

export interface TypedPublicationNoteProps {
  readonly video: ManagedVideo;
  readonly publication: Publication;
  readonly typed: TypedPublication;
  /** It was set, or is not wanted any more. */
  readonly onSettled: () => void;
}

/** Offers to set the publication that was typed when the form of a video still held it. */
export function TypedPublicationNote(props: TypedPublicationNoteProps) {
  const { video, publication, typed, onSettled } = props;
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { published, publishAt, unpublishAt } = typed;
  return (
    <div className={cx('notice')}>
      <Icon name="info" />
      <p>{t(published ? 'videos.typedDates' : 'videos.typedUnpublish')}</p>
      {published ? (
        <Button size="compact" onClick={() => setOpen(true)}>
          {t('videos.typedReview')}
        </Button>
      ) : (
        <Button
          size="compact"
          loading={publication.isPending}
          onClick={() => publication.unpublish(onSettled)}
        >
          {t('videos.unpublish')}
        </Button>
      )}
      <Button size="compact" variant="ghost" onClick={onSettled}>
        {t('videos.typedDismiss')}
      </Button>
      {isOpen ? (
        <ScheduleDialog
          video={video}
          publication={publication}
          typed={{ from: splitMoment(publishAt), until: splitMoment(unpublishAt) }}
          onClose={() => setOpen(false)}
          onSaved={onSettled}
        />
      ) : null}
    </div>
  );
}

function splitMoment(typed: string) {
  const [day = '', time = ''] = typed.split('T');
  return { day, time: time.slice(0, 5) };
}
