import { useRef } from 'react';
import { isMissing } from '../../shared/api/refusal.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { useLocation, useNavigate } from '../../shared/routing/use-address.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import styles from './Activity.module.css';
import {
  type ActivityView,
  changeActivityView,
  leastSeverities,
  readActivityView,
  type Subject,
} from './activity-view.ts';
import { OpenAlerts } from './OpenAlerts.tsx';
import { Timeline } from './Timeline.tsx';
import { useActivity } from './use-activity.ts';

const cx = classNames(styles);

/** What a user or an address did in the last 30 days, below the open alerts about it. */
export function SubjectActivity({ subject }: { readonly subject: Subject }) {
  const { t } = useText();
  const { search } = useLocation();
  const view = readActivityView(search);
  const activity = useActivity(subject, view);
  if (isMissing(activity.error)) {
    return (
      <Card>
        <EmptyState icon="shield" title={t('activity.hiddenTitle')}>
          {t('user' in subject ? 'activity.hiddenUser' : 'activity.hiddenAddress')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className={cx('stack')}>
      <OpenAlerts subject={subject} />
      <Card title={t('activity.timeline')} actions={<LeastChoice view={view} />} flush>
        {view.session === undefined ? null : <SessionNote session={view.session} />}
        <Content subject={subject} activity={activity} isNarrowed={isNarrowed(view)} />
      </Card>
    </div>
  );
}

const isNarrowed = ({ least, session }: ActivityView) => least !== 'info' || session !== undefined;

function LeastChoice({ view }: { readonly view: ActivityView }) {
  const { t } = useText();
  const { search } = useLocation();
  const navigate = useNavigate();

  function choose(chosen: string) {
    const least = leastSeverities.find((known) => known === chosen) ?? 'info';
    navigate({ search: changeActivityView(search, { least }) }, { replace: true });
  }

  return (
    <Select
      label={t('activity.least')}
      labelHidden
      value={view.least}
      options={leastSeverities.map((value) => ({ value, label: t(`activity.least_${value}`) }))}
      onChange={({ target }) => choose(target.value)}
    />
  );
}

function SessionNote({ session }: { readonly session: string }) {
  const { t } = useText();
  const { search } = useLocation();
  return (
    <p className={cx('only')}>
      <span className={cx('id')}>{t('activity.onlySession', { session })}</span>
      <Link to={{ search: changeActivityView(search, { session: undefined }) }}>
        {t('activity.wholeSubject')}
      </Link>
    </p>
  );
}

interface ContentProps {
  readonly subject: Subject;
  readonly activity: ReturnType<typeof useActivity>;
  readonly isNarrowed: boolean;
}

function Content({ subject, activity, isNarrowed }: ContentProps) {
  const { t } = useText();
  const errorText = useErrorText();
  if (activity.isPending) {
    return (
      <Loading label={t('common.loading')} padded>
        <Skeleton shape="block" />
      </Loading>
    );
  }
  if (!activity.data) {
    return (
      <ErrorState
        title={t('activity.failed')}
        retryLabel={t('common.retry')}
        retrying={activity.isFetching}
        onRetry={() => void activity.refetch()}
      >
        <span title={errorText(activity.error).reference}>{errorText(activity.error).text}</span>
      </ErrorState>
    );
  }
  const items = activity.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <EmptyState
        small
        icon="check"
        title={t(isNarrowed ? 'activity.noneNarrowed' : 'activity.noneTitle')}
      >
        {t(isNarrowed ? 'activity.noneNarrowedText' : 'activity.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={cx(activity.isPlaceholderData && 'fading')}>
        <Timeline items={items} subject={subject} />
      </div>
      <More activity={activity} />
    </>
  );
}

function More({ activity }: Pick<ContentProps, 'activity'>) {
  const { t } = useText();
  const errorText = useErrorText();
  const { isFetchNextPageError: hasFailed, isFetchingNextPage, hasNextPage } = activity;
  return (
    <div className={cx('loadMore')}>
      {hasFailed ? <p role="alert">{errorText(activity.error).text}</p> : null}
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {t(hasFailed ? 'common.retry' : 'activity.loadMore')}
        </Button>
      ) : (
        <End />
      )}
    </div>
  );
}

/** Takes the focus of the button in whose place it appears. */
function End() {
  const { t } = useText();
  const place = useRef<HTMLParagraphElement>(null);
  useLostFocus(place);
  return (
    <p ref={place} tabIndex={-1} className={cx('end')}>
      {t('activity.end')}
    </p>
  );
}
