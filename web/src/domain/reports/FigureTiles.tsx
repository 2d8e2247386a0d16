import { useText } from '../../shared/i18n/use-text.ts';
import { type Figure, FigureBoard } from '../../shared/tile/FigureBoard.tsx';
import { Tile, Tiles } from '../../shared/tile/Tile.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './Reports.module.css';

const cx = classNames(styles);

/** Of a report, each figure says how it is defined. */
export type ReportFigure = Figure & { readonly about: string };

interface FigureTilesProps {
  readonly figures: readonly ReportFigure[];
  /** Stand in a card beside the others, which are four then. */
  readonly more?: readonly ReportFigure[];
  /** What a figure is made of: stands with the definitions alone, with its values. */
  readonly parts?: readonly ReportFigure[];
}

/** Figures in tiles; how each is defined shows at its button, and of all below. */
export function FigureTiles({ figures, more = [], parts = [] }: FigureTilesProps) {
  const { t } = useText();
  return (
    <div>
      {more.length > 0 ? (
        <FigureBoard first={figures} others={more} title={t('reports.moreFigures')} />
      ) : (
        // Rows of one length, so that no tile is wider than another.
        <Tiles inRow={figures.length % 5 === 0 ? 'five' : 'four'}>
          {figures.map((figure) => (
            <Tile key={figure.name} {...figure} />
          ))}
        </Tiles>
      )}
      <details className={cx('definitions')}>
        <summary>{t('reports.definitions')}</summary>
        <dl>
          {[...figures, ...more].map(({ name, about }) => (
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
