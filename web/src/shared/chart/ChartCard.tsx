import { type ReactNode, useId, useRef, useState } from 'react';
import cardStyles from '../../ui/Card.module.css';
import { Card, CardWords } from '../../ui/Card.tsx';
import { Chart, type ChartProps } from '../../ui/Chart.tsx';
import { ChartLegend } from '../../ui/ChartLegend.tsx';
import { listGaps } from '../../ui/chart-shape.ts';
import { classNames } from '../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Cell, HeaderCell, Table } from '../../ui/Table.tsx';
import { exportAs } from '../export/export-formats.ts';
import { exportFileName } from '../export/file-name.ts';
import { saveFile } from '../export/save-file.ts';
import { useExportRun } from '../export/use-export-run.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './ChartCard.module.css';
import { drawPicture } from './draw-picture.ts';

const cx = classNames(styles);
const cardCx = classNames(cardStyles);

/** Up to so many known points are read better as rows than as bars on an empty plane. */
const FEW_POINTS = 3;

export interface ChartCardProps extends Omit<ChartProps, 'label' | 'legendId'> {
  /** Of the card; also what is drawn, to those who see none. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Begins the names of exported files. */
  readonly name: string;
  /** What the points are, over the first column of the table: a time, a district. */
  readonly pointsName: string;
  /** What the chart shows, in a sentence, for those who see none. */
  readonly summary?: string;
  /** Stands in place of the chart where no series has a value other than zero. */
  readonly none?: string;
  /** What is said of the chart below it. */
  readonly children?: ReactNode;
}

/**
 * A card with a chart and all that belongs to it: its legend beside the title, the same figures as a
 * table, and both to take along. Few figures come as the table at first.
 */
export function ChartCard(props: ChartCardProps) {
  const { title, description, name, pointsName, summary, none, children, ...chart } = props;
  const { t } = useText();
  const { kind, points, series, format } = chart;
  const gapName = t('chart.gap');
  const legendId = useId();
  const frame = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<'table' | 'chart' | null>(null);
  const { start } = useExportRun(() => undefined);
  const isEmpty = series.every(({ values }) => values.every((value) => !value));
  const isKnown = points.map((_, at) => series.some(({ values }) => (values[at] ?? null) !== null));
  const known = isKnown.filter(Boolean).length;
  const missing = known === 0 && points.length > 0 ? t('chart.nothing') : undefined;
  const said = isEmpty && none !== undefined ? none : missing;
  if (said !== undefined) {
    return (
      <Card title={title} description={description}>
        <p className={cx('none')}>{said}</p>
      </Card>
    );
  }
  const isFew = kind === 'line' && known <= FEW_POINTS && points.length > 2 * FEW_POINTS;
  const isTable = (chosen ?? (isFew ? 'table' : 'chart')) === 'table';

  const table = {
    title,
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
    saveFile(await drawPicture(drawing, title, legend), exportFileName(name, 'png', new Date()));
  }

  return (
    <section className={cardCx('card')}>
      <figure ref={frame} className={cx('figure')} aria-label={title}>
        <header className={cx('head')}>
          <div className={cx('lead')}>
            <CardWords title={title} description={description} />
            {isTable ? null : (
              <ChartLegend legendId={legendId} kind={kind} series={series} gapName={gapName} />
            )}
          </div>
          <Tools
            isTable={isTable}
            onToggle={() => setChosen(isTable ? 'chart' : 'table')}
            onSaveFigures={() => void start(() => exportAs('csv', name, table))}
            onSavePicture={() => void start(savePicture)}
          />
        </header>
        <div className={cx('body', !isTable && 'drawn')}>
          {summary === undefined ? null : <p className={cx('summary')}>{summary}</p>}
          {isTable ? (
            <div className={cx('table', chart.size === 'low' && 'lowTable', isFew && 'fewRows')}>
              <Table caption={title}>
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
                            {values[at] === null || values[at] === undefined
                              ? '–'
                              : format(values[at])}
                          </Cell>
                        ))}
                      </tr>
                    ),
                  )}
                </tbody>
              </Table>
            </div>
          ) : (
            <Chart {...chart} label={title} legendId={legendId} />
          )}
          {children}
        </div>
      </figure>
    </section>
  );
}

interface ToolsProps {
  readonly isTable: boolean;
  readonly onToggle: () => void;
  readonly onSaveFigures: () => void;
  readonly onSavePicture: () => void;
}

function Tools({ isTable, onToggle, onSaveFigures, onSavePicture }: ToolsProps) {
  const { t } = useText();
  const other = t(isTable ? 'chart.asChart' : 'chart.asTable');
  return (
    <div className={cx('tools')}>
      <IconButton
        compact
        icon={isTable ? 'chart' : 'table'}
        label={other}
        title={other}
        onClick={onToggle}
      />
      <DropdownMenu
        trigger={
          <IconButton compact icon="download" label={t('chart.save')} title={t('chart.save')} />
        }
      >
        <MenuItem onSelect={onSaveFigures}>{t('exporting.csv')}</MenuItem>
        <MenuItem disabled={isTable} onSelect={onSavePicture}>
          {t('chart.png')}
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}
