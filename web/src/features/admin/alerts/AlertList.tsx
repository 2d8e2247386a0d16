import {
  type Alert,
  type AlertStatistics,
  alertCategories,
  alertSeverities,
  alertStatuses,
  alertTimeRanges,
  endpoints,
} from '@prahari/contract';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useAlertWords } from '../../../domain/alerts/use-alert-words.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import type { ExportColumn } from '../../../shared/export/export-table.ts';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { ChoiceMenu } from '../../../shared/table/ChoiceMenu.tsx';
import { Pager } from '../../../shared/table/Pager.tsx';
import {
  type TableView,
  withFilter,
  withPageSize,
  withSort,
} from '../../../shared/table/table-view.ts';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { notify } from '../../../ui/notify.ts';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { AlertChoices } from './AlertChoices.tsx';
import { AlertRow } from './AlertRow.tsx';
import styles from './Alerts.module.css';
import {
  type AlertListQuery,
  alertOrders,
  buildAlertQuery,
  findChoice,
  isNarrowed,
  readOnlyAbout,
  readRange,
  usualRange,
  withStatuses,
} from './alerts-view.ts';
import { MoveDialog } from './MoveDialog.tsx';

const cx = classNames(styles);
const NO_ALERTS: readonly Alert[] = [];

export interface AlertListProps {
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  readonly list: {
    /** Undefined while they are on their way. */
    readonly items: readonly Alert[] | undefined;
    readonly total: number;
    readonly isStale: boolean;
  };
  readonly statistics: AlertStatistics;
  readonly onOpen: (id: string) => void;
}

/** The alerts with their filters; a click opens one. */
export function AlertList({ view, onViewChange, list, statistics, onOpen }: AlertListProps) {
  const { t } = useText();
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = buildAlertQuery(view, readOnlyAbout(search));
  const columns = useExportColumns();
  const all = useListExport('alerts', list.total, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.alerts,
      { query: { ...removePaging(query), format } },
      watch,
    ),
  );
  const { items, total, isStale } = list;
  const [acknowledging, setAcknowledging] = useState<Alert | null>(null);
  return (
    <Card flush>
      <VisuallyHidden>
        <h2>{t('alerts.list')}</h2>
      </VisuallyHidden>
      <AlertChoices statistics={statistics} view={view} chosen={findChoice(query)} />
      <Filters view={view} onViewChange={onViewChange} query={query}>
        <ExportControl
          name="alerts"
          columns={columns}
          records={items ?? NO_ALERTS}
          remote={total > 0 ? all : undefined}
        />
      </Filters>
      <OnlyAboutNote />
      {items === undefined ? (
        <Loading label={t('common.loading')} padded>
          <Skeleton shape="block" />
        </Loading>
      ) : items.length === 0 ? (
        <Nothing
          isNarrowed={isNarrowed(query)}
          onClear={() => navigate({ search: '' }, { replace: true })}
        />
      ) : (
        <ul className={cx('list', isStale && 'fading')} aria-busy={isStale}>
          {items.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              onOpen={onOpen}
              onAcknowledge={setAcknowledging}
            />
          ))}
        </ul>
      )}
      {acknowledging ? (
        <MoveDialog
          alert={acknowledging}
          move="acknowledge"
          onClose={() => setAcknowledging(null)}
          onDone={() => setAcknowledging(null)}
          onMeanwhile={({ status }) => {
            setAcknowledging(null);
            notify.error(t(`alerts.meanwhile_${status}`));
          }}
        />
      ) : null}
      <Foot view={view} onViewChange={onViewChange} list={list} />
    </Card>
  );
}

interface FiltersProps extends Pick<AlertListProps, 'view' | 'onViewChange'> {
  readonly query: AlertListQuery;
  /** The export, which stands in their row. */
  readonly children: ReactNode;
}

/** What is looked at in which order, and behind a button which severities, categories and states. */
function Filters({ view, onViewChange, query, children }: FiltersProps) {
  const { t } = useText();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const active = ['severity', 'category', 'status'].filter((key) => key in view.filters).length;
  return (
    <>
      <div className={cx('bar')}>
        <div className={cx('filters')}>
          <Button
            size="compact"
            icon="filter"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {active > 0 ? t('table.filtersActive', { number: active }) : t('table.filters')}
          </Button>
          <Select
            label={t('alerts.timeRange')}
            labelHidden
            value={readRange(view)}
            options={alertTimeRanges.map((value) => ({ value, label: t(`alerts.range_${value}`) }))}
            onChange={({ target: { value } }) =>
              onViewChange(
                withFilter(view, 'range', value === usualRange ? null : { kind: 'select', value }),
              )
            }
          />
          <Select
            label={t('alerts.order')}
            labelHidden
            value={query.sortBy}
            options={alertOrders.map((value) => ({ value, label: t(`alerts.order_${value}`) }))}
            onChange={({ target: { value } }) =>
              onViewChange(withSort(view, { key: value, order: 'desc' }))
            }
          />
        </div>
        {children}
      </div>
      {isOpen ? (
        <FilterChoices id={panelId} view={view} onViewChange={onViewChange} query={query} />
      ) : null}
    </>
  );
}

type FilterChoicesProps = Omit<FiltersProps, 'children'> & { readonly id: string };

function FilterChoices({ id, view, onViewChange, query }: FilterChoicesProps) {
  const { t } = useText();
  const chosen = (key: string) => {
    const filter = view.filters[key];
    return filter?.kind === 'multiselect' ? filter.value : [];
  };
  const choose = (key: string) => (values: readonly string[]) =>
    onViewChange(
      withFilter(view, key, values.length > 0 ? { kind: 'multiselect', value: values } : null),
    );
  return (
    <fieldset id={id} className={cx('panel')} aria-label={t('table.filters')}>
      <ChoiceMenu
        title={t('alerts.severity')}
        chosen={chosen('severity')}
        onChange={choose('severity')}
        options={alertSeverities.map((value) => ({
          value,
          label: t(`security.severity_${value}`),
        }))}
      />
      <ChoiceMenu
        title={t('alerts.status')}
        chosen={query.status ?? []}
        onChange={(statuses) => onViewChange(withStatuses(view, statuses))}
        options={alertStatuses.map((value) => ({ value, label: t(`alerts.status_${value}`) }))}
      />
      <ChoiceMenu
        title={t('alerts.category')}
        chosen={chosen('category')}
        onChange={choose('category')}
        options={alertCategories.map((value) => ({ value, label: t(`alerts.category_${value}`) }))}
      />
    </fieldset>
  );
}

/** Says that an address keeps the list to one user, rule or network address, and leads back. */
function OnlyAboutNote() {
  const { t } = useText();
  const { search, pathname } = useLocation();
  const { user, rule, address } = readOnlyAbout(search);
  if (user === undefined && rule === undefined && address === undefined) return null;
  return (
    <div className={cx('only')}>
      <p>
        {user === undefined ? null : t('alerts.onlyUser')}
        {user === undefined && rule !== undefined ? t('alerts.onlyRule') : null}
        {user === undefined && rule === undefined && address !== undefined
          ? t('alerts.onlyAddress', { address })
          : null}
      </p>
      <Link to={pathname} className={getButtonClass('secondary', 'compact')}>
        {t('alerts.showAll')}
      </Link>
    </div>
  );
}

interface NothingProps {
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

function Nothing({ isNarrowed: isFiltered, onClear }: NothingProps) {
  const { t } = useText();
  if (!isFiltered) {
    return (
      <EmptyState title={t('alerts.allClear')} icon="check">
        {t('alerts.allClearText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('alerts.noMatch')}
      icon="search"
      action={<Button onClick={onClear}>{t('alerts.clearFilters')}</Button>}
    >
      {t('alerts.noMatchText')}
    </EmptyState>
  );
}

function Foot({ view, onViewChange, list }: Omit<AlertListProps, 'onOpen' | 'statistics'>) {
  const { t } = useText();
  const format = useFormat();
  const shown = list.items?.length ?? 0;
  const first = (view.page - 1) * view.pageSize + 1;
  return (
    <div className={cx('foot')} hidden={shown === 0 && view.page === 1}>
      <p role="status">
        {shown === 0
          ? ''
          : t('alerts.listEnd', {
              from: format.number(first),
              to: format.number(first + shown - 1),
              total: format.number(list.total),
            })}
      </p>
      <Pager
        page={view.page}
        pageSize={view.pageSize}
        total={list.total}
        onPage={(page) => onViewChange({ ...view, page })}
        onPageSize={(size) => onViewChange(withPageSize(view, size))}
      />
    </div>
  );
}

function useExportColumns(): readonly ExportColumn<Alert>[] {
  const { t } = useText();
  const { titleOf } = useAlertWords();
  return useMemo(
    () => [
      { title: t('alerts.titleColumn'), value: (row) => titleOf(row) },
      { title: t('alerts.severity'), value: (row) => t(`security.severity_${row.severity}`) },
      { title: t('alerts.category'), value: (row) => t(`alerts.category_${row.category}`) },
      { title: t('alerts.status'), value: (row) => t(`alerts.status_${row.status}`) },
      { title: t('alerts.message'), value: (row) => row.message },
      { title: t('alerts.count'), value: (row) => row.count },
      { title: t('alerts.createdAt'), value: (row) => row.createdAt },
      { title: t('alerts.lastSeenAt'), value: (row) => row.lastSeenAt },
      { title: t('alerts.user'), value: (row) => row.userDetails?.name ?? '' },
      { title: t('alerts.test'), value: (row) => t(row.isTest ? 'common.yes' : 'common.no') },
    ],
    [t, titleOf],
  );
}
