import { classNames } from '../../ui/class-names.ts';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import type { Selection } from './selection.ts';

const cx = classNames(styles);

export interface SelectionBarProps {
  readonly count: number;
  /** Of all that match. */
  readonly total: number;
  readonly selection: Selection;
}

/** How many rows are chosen, the choice of all that match, and what can be done with them. */
export function SelectionBar({ count, total, selection }: SelectionBarProps) {
  const { t } = useText();
  const format = useFormat();
  const { matching, acts } = selection;
  const isWhole = matching?.chosen === true;
  return (
    <section className={cx('selection')} aria-label={t('table.selection')}>
      <span className={cx('selectionCount')}>
        {isWhole
          ? t('table.allSelected', { number: format.number(total) })
          : t('table.selected', { number: format.number(count) })}
      </span>
      {matching && !isWhole && total > count ? (
        total <= matching.most ? (
          <button type="button" className={cx('linkButton')} onClick={matching.onChoose}>
            {t('table.selectAll', { number: format.number(total) })}
          </button>
        ) : (
          <span className={cx('hint')}>
            {t('table.tooManyToSelect', { most: format.number(matching.most) })}
          </span>
        )
      ) : null}
      <button
        type="button"
        className={cx('linkButton')}
        onClick={() => selection.onChange(new Set())}
      >
        {t('table.clearSelection')}
      </button>
      {acts ? <div className={cx('selectionActs')}>{acts}</div> : null}
    </section>
  );
}
