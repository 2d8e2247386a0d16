import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './System.module.css';

const cx = classNames(styles);

export interface SaveBarProps {
  /** How many settings differ from what is saved. */
  readonly changes: number;
  /** Whether all of them can be saved. */
  readonly isValid: boolean;
  readonly saving: boolean;
  /** Why the last try failed. */
  readonly error: unknown;
  readonly onDiscard: () => void;
}

/** Stays at the lower edge for as long as something is not saved. */
export function SaveBar({ changes, isValid, saving, error, onDiscard }: SaveBarProps) {
  const { t } = useText();
  const count = t('systemConfig.unsavedCount', { count: changes });
  const said = changes === 0 ? '' : isValid ? count : `${count}. ${t('systemConfig.fixFirst')}`;
  return (
    <div className={cx('dock')}>
      {/* Always there, so that what comes into it is announced. */}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {changes === 0 ? null : (
        <div className={cx('bar')}>
          {error ? <ErrorNotice error={error} /> : null}
          <div className={cx('barLine')}>
            <p className={cx('barText')}>
              <strong>{count}</strong>
              {isValid ? null : <span>{t('systemConfig.fixFirst')}</span>}
            </p>
            <div className={cx('actions')}>
              <Button disabled={saving} onClick={onDiscard}>
                {t('systemConfig.discard')}
              </Button>
              <Button
                type="submit"
                variant="primary"
                icon="save"
                disabled={!isValid}
                loading={saving}
              >
                {t('systemConfig.save')}
              </Button>
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
