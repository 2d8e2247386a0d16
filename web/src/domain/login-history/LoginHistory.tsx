import type { DataOf, endpoints, LoginEvent } from '@prahari/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Time } from '../../shared/format/Time.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Pager } from '../../shared/table/Pager.tsx';
import { StatusBadge, type Tone } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { useDeviceName } from '../sessions/use-device-name.ts';
import styles from './LoginHistory.module.css';

const cx = classNames(styles);
const FIRST_PAGE_SIZE = 10;

export type HistoryPage = DataOf<typeof endpoints.account.loginHistory>;

export interface LoginHistoryProps {
  readonly queryKey: readonly string[];
  readonly load: (window: { page: number; limit: number }) => Promise<HistoryPage>;
}

/** Shows sign-ins, refusals and devices of one account, newest first, page by page. */
export function LoginHistory({ queryKey, load }: LoginHistoryProps) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(FIRST_PAGE_SIZE);
  const history = useQuery({
    queryKey: [...queryKey, page, limit],
    queryFn: () => load({ page, limit }),
    placeholderData: keepPreviousData,
  });
  const { data } = history;
  return (
    <Card title={t('loginHistory.title')} description={t('loginHistory.text')}>
      {history.isPending ? <Skeleton shape="block" /> : null}
      {history.isError ? (
        <ErrorState
          title={t('loginHistory.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      ) : null}
      {data?.total === 0 ? <p className={cx('muted')}>{t('loginHistory.empty')}</p> : null}
      {data && data.total > 0 ? (
        <>
          <ul className={cx('list')} aria-label={t('loginHistory.title')}>
            {foldBindings(data.items).map(({ event, bound }) => (
              <LoginEventItem key={event.id} event={event} bound={bound} />
            ))}
          </ul>
          {data.total > FIRST_PAGE_SIZE ? (
            <div className={cx('pager')}>
              <Pager
                page={page}
                pageSize={limit}
                total={data.total}
                onPage={setPage}
                onPageSize={(size) => {
                  setLimit(size);
                  setPage(1);
                }}
              />
            </div>
          ) : null}
        </>
      ) : null}
    </Card>
  );
}

/** Says where it was, for entries without a place. */
function elsewhereText({ kind }: HistoryPage['items'][number]) {
  return kind === 'guessing-noticed' ? 'loginHistory.networks' : 'loginHistory.elsewhere';
}

interface HistoryRow {
  readonly event: HistoryPage['items'][number];
  /** It also bound the device. */
  readonly bound: boolean;
}

const sameSignInMs = 60_000;

/** A sign-in that bound its device is one row: both happened in one step. */
function foldBindings(events: HistoryPage['items']): readonly HistoryRow[] {
  const bindingOf = (event: HistoryRow['event']) =>
    event.kind !== 'signed-in' || event.deviceId === null
      ? undefined
      : events.find(
          ({ kind, deviceId, at }) =>
            kind === 'device-bound' &&
            deviceId === event.deviceId &&
            Math.abs(Date.parse(at) - Date.parse(event.at)) < sameSignInMs,
        );
  const folded = new Set(events.map((event) => bindingOf(event)?.id));
  return events
    .filter(({ id }) => !folded.has(id))
    .map((event) => ({ event, bound: bindingOf(event) !== undefined }));
}

function LoginEventItem({ event, bound }: HistoryRow) {
  const { t } = useText();
  const nameOf = useDeviceName();
  const { text, tone } = loginEventText(event);
  const device = event.device === null ? null : nameOf(event.device);
  const where = [device, event.address].filter((part) => part !== null).join(' · ');
  return (
    <li className={cx('event')}>
      <Time value={event.at} show="day" />
      <span className={cx('badges')}>
        {tone === null ? t(text) : <StatusBadge tone={tone}>{t(text)}</StatusBadge>}
        {bound ? <StatusBadge tone="info">{t('loginHistory.deviceBound')}</StatusBadge> : null}
      </span>
      <span className={cx('muted')} title={event.deviceId ?? undefined}>
        {where === '' ? t(elsewhereText(event)) : where}
      </span>
    </li>
  );
}

/** The tone of each kind; what is usual has none. */
const KINDS = {
  'signed-in': ['loginHistory.signedIn', null],
  'sign-in-refused': ['loginHistory.signInRefused', 'danger'],
  'code-refused': ['loginHistory.codeRefused', 'danger'],
  'device-bound': ['loginHistory.deviceBound', 'info'],
  'device-refused': ['loginHistory.deviceRefused', 'danger'],
  'device-copied': ['loginHistory.deviceCopied', 'danger'],
  'password-changed': ['loginHistory.passwordChanged', 'info'],
  'password-reset-requested': ['loginHistory.passwordResetRequested', 'warning'],
  'second-factor-enrolled': ['loginHistory.secondFactorEnrolled', 'info'],
  'second-factor-removed': ['loginHistory.secondFactorRemoved', 'warning'],
  'guessing-noticed': ['loginHistory.guessingNoticed', 'warning'],
  'passkey-added': ['loginHistory.passkeyAdded', 'info'],
  'passkey-removed': ['loginHistory.passkeyRemoved', 'warning'],
  'passkey-refused': ['loginHistory.passkeyRefused', 'danger'],
  'passkey-copied': ['loginHistory.passkeyCopied', 'danger'],
  'session-ended': ['loginHistory.ended_logout', null],
} as const satisfies Record<LoginEvent['kind'], readonly [string, Tone | null]>;

/** Returns the catalogue key of what happened, and how it looks. */
function loginEventText({ kind, cause }: Pick<LoginEvent, 'kind' | 'cause'>) {
  const [text, tone] = KINDS[kind];
  return { text: cause === null ? text : (`loginHistory.ended_${cause}` as const), tone };
}
