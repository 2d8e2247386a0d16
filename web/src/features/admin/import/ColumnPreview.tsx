import type { ColumnMapping } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { mapCells } from './column-choice.ts';
import styles from './Import.module.css';
import { COLUMN_TEXTS } from './import-texts.ts';

const cx = classNames(styles);

export interface ColumnPreviewProps {
  readonly mapping: ColumnMapping;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function ColumnPreview({ mapping, headers, rows }: ColumnPreviewProps) {
  const { t } = useText();
  const columns = mapCells(mapping, headers, []);
  if (columns.length === 0) return null;
  return (
    <div className={cx('stack', 'tight')}>
      <h3 className={cx('subheading')}>{t('imports.preview')}</h3>
      <div className={cx('framed')}>
        <Table caption={t('imports.preview')}>
          <thead>
            <tr>
              {columns.map(({ column }) => (
                <HeaderCell key={column}>{t(COLUMN_TEXTS[column])}</HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other key
              <tr key={at}>
                {mapCells(mapping, headers, row).map(({ column, text }) => (
                  <Cell key={column}>
                    <span className={cx('value')}>{text}</span>
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}
