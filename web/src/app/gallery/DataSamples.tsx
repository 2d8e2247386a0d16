import { useId, useState } from 'react';
import { Time } from '../../shared/format/Time.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge, StatusBadge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chart, type ChartProps } from '../../ui/Chart.tsx';
import { ChartLegend } from '../../ui/ChartLegend.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepList } from '../../ui/StepList.tsx';
import { Cell, HeaderCell, Table } from '../../ui/Table.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './Gallery.module.css';

const cx = classNames(styles);

const VIDEOS = [
  {
    title: 'Thermodynamics 1',
    bytes: 1_480_000_000,
    seconds: 3723,
    state: 'Ready',
    tone: 'success',
  },
  {
    title: 'ऊष्मागतिकी: परिचय',
    bytes: 912_000_000,
    seconds: 1985,
    state: 'Processing',
    tone: 'info',
  },
  { title: 'Organic chemistry', bytes: 96_300_000, seconds: 614, state: 'Failed', tone: 'danger' },
] as const;

const HOURS = [...Array(24).keys()].map((hour) => ({
  key: `${hour}`,
  label: `${hour}:00`,
  name: `20 Nov, ${hour}:00`,
  rank: hour % 6 === 0 ? 1 : 0,
}));
const WAITS = [
  { key: 'p50', name: 'Half', values: HOURS.map((_, at) => 30 + ((at * 7) % 20)) },
  {
    key: 'p95',
    name: '95 of 100',
    values: HOURS.map((_, at) => (at > 8 && at < 11 ? null : 90 + ((at * 31) % 80))),
  },
  { key: 'p99', name: '99 of 100', values: HOURS.map((_, at) => 200 + ((at * 53) % 120)) },
];
/** A quiet day: little was measured. */
const FEW = WAITS.slice(0, 2).map((one) => ({
  key: one.key,
  name: one.name,
  values: one.values.map((value, at) => (at === 7 || at === 15 || at === 16 ? value : null)),
}));
const PARTS = ['Server', 'Player', 'Licence', 'Segments', 'First frame'].map((name, part) => ({
  key: name,
  name,
  values: HOURS.map((_, at) => (at < 6 ? null : 40 + ((at * (part + 3) * 17) % 130))),
}));

export function DataSamples() {
  const format = useFormat();
  const [tab, setTab] = useState('steps');
  return (
    <>
      <div className={cx('wide')}>
        <Card title="Lessons" flush>
          <Table caption="Lessons">
            <thead>
              <tr>
                <HeaderCell>Title</HeaderCell>
                <HeaderCell numeric>Size</HeaderCell>
                <HeaderCell numeric>Length</HeaderCell>
                <HeaderCell>Uploaded</HeaderCell>
                <HeaderCell>State</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {VIDEOS.map((video) => (
                <tr key={video.title}>
                  <Cell>{video.title}</Cell>
                  <Cell numeric>{format.bytes(video.bytes)}</Cell>
                  <Cell numeric>{format.duration(video.seconds)}</Cell>
                  <Cell>
                    <Time value="2026-11-18T10:15:00Z" />
                  </Cell>
                  <Cell>
                    <StatusBadge tone={video.tone} pulsing={video.tone === 'info'}>
                      {video.state}
                    </StatusBadge>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      </div>
      <ChartSample
        label="Latency"
        kind="line"
        points={HOURS}
        series={WAITS}
        format={(value) => `${format.number(value)} ms`}
      />
      <ChartSample
        label="Sign-ins"
        kind="bars"
        points={HOURS}
        series={WAITS.slice(0, 2)}
        isWhole
        format={format.number}
      />
      <ChartSample
        label="Latency of a quiet day"
        kind="line"
        points={HOURS}
        series={FEW}
        format={(value) => `${format.number(value)} ms`}
      />
      <ChartSample
        label="Where start-up time goes"
        kind="stack"
        points={HOURS}
        series={PARTS}
        format={(value) => `${format.number(value)} ms`}
      />
      <Card title="Processing">
        <Tabs
          label="Upload"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'steps',
              label: 'Steps',
              content: (
                <StepList
                  label="Steps"
                  steps={[
                    { id: 'up', label: 'Upload', state: 'done', stateLabel: 'done' },
                    { id: 'probe', label: 'Inspect', state: 'done', stateLabel: 'done' },
                    {
                      id: 'code',
                      label: 'Transcode',
                      state: 'running',
                      stateLabel: 'running',
                      detail: (
                        <ProgressBar label="720p" value={0.62} valueText={format.percent(0.62)} />
                      ),
                    },
                    {
                      id: 'lock',
                      label: 'Encrypt and package',
                      state: 'waiting',
                      stateLabel: 'waiting',
                    },
                  ]}
                />
              ),
            },
            {
              value: 'failed',
              label: 'Failure',
              content: (
                <StepList
                  label="Steps"
                  steps={[
                    { id: 'up', label: 'Upload', state: 'done', stateLabel: 'done' },
                    {
                      id: 'probe',
                      label: 'Inspect',
                      state: 'failed',
                      stateLabel: 'failed',
                      detail: 'The file holds no picture.',
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      </Card>
      <Card title="Signals">
        <div className={cx('row')}>
          <Badge>Draft</Badge>
          <Badge tone="primary">Physics</Badge>
          <Badge tone="accent">New</Badge>
          <StatusBadge tone="success">Ready</StatusBadge>
          <StatusBadge tone="warning">High</StatusBadge>
          <StatusBadge tone="danger">Critical</StatusBadge>
          <StatusBadge tone="info">Processing</StatusBadge>
        </div>
        <div className={cx('stack')}>
          <ProgressBar label="Upload" value={0.42} valueText={format.percent(0.42)} />
          <ProgressBar label="Watched" value={0.8} valueText={format.percent(0.8)} tone="accent" />
          <ProgressBar label="Waiting for a worker" value={null} />
        </div>
      </Card>
      <Card title="Loading">
        <div aria-busy="true">
          <Skeleton shape="poster" />
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton width="70%" />
        </div>
      </Card>
    </>
  );
}

function ChartSample(chart: Omit<ChartProps, 'legendId'>) {
  const legendId = useId();
  return (
    <Card title={chart.label}>
      <ChartLegend legendId={legendId} kind={chart.kind} series={chart.series} gapName="No data" />
      <Chart {...chart} legendId={legendId} />
    </Card>
  );
}
