import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './SaveBar.module.css';
import type { VideoFormState } from './use-video-form.ts';

const cx = classNames(styles);

export interface SaveBarProps {
  readonly form: VideoFormState;
  readonly onSave: () => void;
}

/** Stays in sight on every tab while something is not saved. */
export function SaveBar({ form, onSave }: SaveBarProps) {
  const { t } = useText();
  const { isChanged, isSaving, error, present } = form;
  // Two edited at once: the choice between them stands above.
  if (!isChanged || present) return null;
  return (
    <section className={cx('bar')} aria-label={t('videos.unsaved')}>
      {error ? <ErrorNotice error={error} /> : null}
      <div className={cx('row')}>
        <p className={cx('text')}>{t('videos.unsaved')}</p>
        <Button disabled={isSaving} onClick={form.discard}>
          {t('videos.discard')}
        </Button>
        <Button variant="primary" icon="save" loading={isSaving} onClick={onSave}>
          {t('videos.save')}
        </Button>
      </div>
    </section>
  );
}
