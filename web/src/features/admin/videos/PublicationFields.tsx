import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Videos.module.css';
import type { VideoDraft } from './video-draft.ts';

const cx = classNames(styles);

export interface PublicationFieldsProps {
  readonly draft: VideoDraft;
  readonly onChange: (change: Partial<VideoDraft>) => void;
}

/** Tells whether learners see a video, and from when until when. */
export function PublicationFields({ draft, onChange }: PublicationFieldsProps) {
  const { t } = useText();
  return (
    <Card title={t('videos.publication')} description={t('videos.publicationText')}>
      <div className={cx('fields')}>
        <div className={cx('wide')}>
          <Checkbox
            label={t('videos.publish')}
            checked={draft.published}
            onChange={({ target }) => onChange({ published: target.checked })}
          />
        </div>
        <TextField
          type="datetime-local"
          label={t('videos.publishAt')}
          value={draft.publishAt}
          onChange={({ target }) => onChange({ publishAt: target.value })}
        />
        <TextField
          type="datetime-local"
          label={t('videos.unpublishAt')}
          value={draft.unpublishAt}
          onChange={({ target }) => onChange({ unpublishAt: target.value })}
        />
      </div>
    </Card>
  );
}
