import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ErrorNotice } from '../api/ErrorNotice.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './Drafts.module.css';

const cx = classNames(styles);

export interface SaveBarProps {
  /** How many fields differ from what is saved. */
  readonly changes: number;
  /** Why they can't be saved yet. */
  readonly blocked?: string | null;
  readonly saving: boolean;
  /** Why the last try failed. */
  readonly error: unknown;
  readonly onDiscard: () => void;
}

/** At the lower edge while something is not saved. It stands in the form that it sends. */
export function SaveBar(props: SaveBarProps) {
  const { changes, blocked = null, saving, error, onDiscard } = props;
  const { t } = useText();
  const count = t('drafts.unsavedCount', { count: changes });
  const said = changes === 0 ? '' : blocked === null ? count : `${count}. ${blocked}`;
  return (
    <>
      {/* Always there, so that what comes into it is announced. */}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {changes === 0 ? null : (
        <section className={cx('bar')} aria-label={t('drafts.unsaved')}>
          {error ? <ErrorNotice error={error} /> : null}
          <div className={cx('row')}>
            <p className={cx('text')}>
              <strong>{count}</strong>
              {blocked === null ? null : <span>{blocked}</span>}
            </p>
            <Button disabled={saving} onClick={onDiscard}>
              {t('drafts.discard')}
            </Button>
            <Button
              type="submit"
              variant="primary"
              icon="save"
              disabled={blocked !== null}
              loading={saving}
            >
              {t('drafts.save')}
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
