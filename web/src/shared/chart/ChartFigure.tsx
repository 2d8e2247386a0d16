import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Chart, type ChartProps } from '../../ui/Chart.tsx';
import { listGaps } from '../../ui/chart-shape.ts';
import { classNames } from '../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx';
import { Cell, HeaderCell, Table } from '../../ui/Table.tsx';
import { exportAs } from '../export/export-formats.ts';
import { exportFileName } from '../export/file-name.ts';
import { saveFile } from '../export/save-file.ts';
import { useExportRun } from '../export/use-export-run.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './ChartFigure.module.css';
import { drawPicture } from './draw-picture.ts';

const cx = classNames(styles);

/** Up to so many known points are read better as rows than as bars on an empty plane. */
const FEW_POINTS = 3;

export interface ChartFigureProps extends Omit<ChartProps, 'gapName'> {
  /** Begins the names of exported files. */
  readonly name: string;
  /** What the points are, over the first column of the table: a time, a district. */
  readonly pointsName: string;
  /** What the chart shows, in a sentence, for those who see none. */
  readonly summary?: string;
  /** Stands in place of the chart where no series has a value other than zero. */
  readonly none?: string;
}

/**
 * A chart with all that belongs to it: the same figures as a table, and both to take along. Few
 * figures come as the table at first. Stands in a Card, whose title is its label.
 */
export function ChartFigure({ name, pointsName, summary, none, ...chart }: ChartFigureProps) {
  const { t } = useText();
  const { label, points, series, format } = chart;
  const gapName = t('chart.gap');
  const frame = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<'table' | 'chart' | null>(null);
  const { busy, start } = useExportRun(() => undefined);
  const isEmpty = series.every(({ values }) => values.every((value) => !value));
  if (none !== undefined && isEmpty) return <p className={cx('none')}>{none}</p>;
  const isKnown = points.map((_, at) => series.some(({ values }) => (values[at] ?? null) !== null));
  const known = isKnown.filter(Boolean).length;
  if (known === 0 && points.length > 0) return <p className={cx('none')}>{t('chart.nothing')}</p>;
  const isFew = chart.kind === 'line' && known <= FEW_POINTS && points.length > 2 * FEW_POINTS;
  const isTable = (chosen ?? (isFew ? 'table' : 'chart')) === 'table';

  const table = {
    title: label,
    columns: [pointsName, ...series.map((one) => one.name)],
    rows: points.map((point, at) => [
      point.name,
      ...series.map(({ values }) => values[at] ?? null),
    ]),
  };
  async function savePicture() {
    const drawing = frame.current?.querySelector<SVGSVGElement>('svg[data-chart]');
    if (!drawing) return;
    const legend = series.map((one, at) => ({ name: one.name, color: `chart-${at + 1}` }));
    if (listGaps(series.map(({ values }) => values)).length > 0)
      legend.push({ name: gapName, color: 'chart-gap' });
    saveFile(await drawPicture(drawing, label, legend), exportFileName(name, 'png', new Date()));
  }

  return (
    <figure ref={frame} className={cx('figure')} aria-label={label}>
      {summary === undefined ? null : <figcaption className={cx('summary')}>{summary}</figcaption>}
      {isTable ? (
        <div className={cx('table', chart.size === 'low' && 'lowTable', isFew && 'fewRows')}>
          <Table caption={label}>
            <thead>
              <tr>
                <HeaderCell>{pointsName}</HeaderCell>
                {series.map((one) => (
                  <HeaderCell key={one.key} numeric>
                    {one.name}
                  </HeaderCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point, at) =>
                isFew && !isKnown[at] ? null : (
                  <tr key={point.key}>
                    <Cell unbroken>{point.name}</Cell>
                    {series.map(({ key, values }) => (
                      <Cell key={key} numeric>
                        {values[at] === null || values[at] === undefined ? '–' : format(values[at])}
                      </Cell>
                    ))}
                  </tr>
                ),
              )}
            </tbody>
          </Table>
        </div>
      ) : (
        <Chart {...chart} gapName={gapName} />
      )}
      <div className={cx('tools')}>
        <Button
          size="compact"
          variant="ghost"
          onClick={() => setChosen(isTable ? 'chart' : 'table')}
        >
          {t(isTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
        <DropdownMenu
          trigger={
            <Button size="compact" variant="ghost" icon="download" loading={busy}>
              {t('chart.save')}
            </Button>
          }
        >
          <MenuItem onSelect={() => void start(() => exportAs('csv', name, table))}>
            {t('exporting.csv')}
          </MenuItem>
          <MenuItem disabled={isTable} onSelect={() => void start(savePicture)}>
            {t('chart.png')}
          </MenuItem>
        </DropdownMenu>
      </div>
    </figure>
  );
}
