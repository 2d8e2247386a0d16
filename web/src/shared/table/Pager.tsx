import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import { PAGE_SIZES, pageCount } from './table-view.ts';

const cx = classNames(styles);

export interface PagerProps {
  /** The name of the paged list, if a page has several. */
  readonly of?: string;
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number) => void;
}

/** Nothing where all rows are on a page of any size. */
export function Pager({ of, page, pageSize, total, onPage, onPageSize }: PagerProps) {
  const { t } = useText();
  const format = useFormat();
  const sizeId = useId();
  const pages = pageCount(total, pageSize);
  if (page === 1 && total <= Math.min(...PAGE_SIZES)) return null;
  return (
    <nav
      className={cx('pager')}
      aria-label={of === undefined ? t('table.pages') : `${of}: ${t('table.pages')}`}
    >
      <label htmlFor={sizeId}>{t('table.rowsPerPage')}</label>
      <select
        id={sizeId}
        className={cx('pageSize')}
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.target.value))}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {format.number(size)}
          </option>
        ))}
      </select>
      <span className={cx('pageOf')}>
        {t('table.pageOf', { page: format.number(page), pages: format.number(pages) })}
      </span>
      <IconButton
        compact
        icon="arrow-left"
        label={t('table.previousPage')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        compact
        icon="arrow-right"
        label={t('table.nextPage')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
