import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import styles from './Reports.module.css';

const cx = classNames(styles);

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  /** How it is defined. */
  readonly about: string;
}

interface FigureTilesProps {
  readonly figures: readonly Figure[];
  /** What a figure is made of: stands with the definitions alone, with its values. */
  readonly parts?: readonly Figure[];
}

/** Figures in tiles; how each is defined shows at its button, and of all below. */
export function FigureTiles({ figures, parts = [] }: FigureTilesProps) {
  const { t } = useText();
  // Rows of one length, so that no tile is wider than another.
  const hasRowsOfFive = figures.length % 5 === 0;
  return (
    <div>
      <dl className={cx('tiles', hasRowsOfFive ? 'five' : 'four')}>
        {figures.map(({ name, value, note, about }) => (
          <div key={name} className={cx('tile')}>
            <dt className={cx('name')}>
              {name}
              <Tooltip text={about}>
                <IconButton compact icon="info" label={t('reports.about', { name })} />
              </Tooltip>
            </dt>
            <dd className={cx('value')}>{value}</dd>
            {note === undefined ? null : <dd className={cx('note')}>{note}</dd>}
          </div>
        ))}
      </dl>
      <details className={cx('definitions')}>
        <summary>{t('reports.definitions')}</summary>
        <dl>
          {figures.map(({ name, about }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{about}</dd>
            </div>
          ))}
          {parts.map(({ name, value, note, about }) => (
            <div key={name}>
              <dt>
                {name}: {value}
                {note === undefined ? null : ` · ${note}`}
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
