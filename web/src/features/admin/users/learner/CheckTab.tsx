import type { UserDetail } from '@prahari/contract';
import { useRef, useState } from 'react';
import { useDeviceName } from '../../../../domain/sessions/use-device-name.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useLocation, useNavigate } from '../../../../shared/routing/use-address.ts';
import { RestingTextField } from '../../../../shared/table/RestingTextField.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { Select } from '../../../../ui/Select.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../../ui/StateMessage.tsx';
import { useLostFocus } from '../../../../ui/use-lost-focus.ts';
import { useUserSessions } from '../detail/use-user-detail.ts';
import type { UserAct } from '../user-acts.ts';
import { CheckResult } from './CheckResult.tsx';
import styles from './Learner.module.css';
import { VisibleBadge } from './learner-columns.tsx';
import { formatCheck, readCheck } from './learner-view.ts';
import { usePlaybackCheck, useVideoMatches } from './use-learner.ts';

const cx = classNames(styles);

export interface CheckTabProps {
  readonly user: UserDetail;
  /** The page itself opens: the focus stays where the browser put it. */
  readonly isOpening: boolean;
  /** For what is in the way, and an administrator can change. */
  readonly onAct: (act: UserAct) => void;
}

/** Would a video play for this learner now? The address names the video. */
export function CheckTab({ user, isOpening, onAct }: CheckTabProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { videoId, sessionId } = readCheck(search);
  const choose = (id: string | null, session?: string) =>
    navigate({ search: formatCheck(id, session) }, { replace: true });
  if (videoId === null) {
    return (
      <Card title={t('learner.checkTitle')} description={t('learner.checkText')}>
        <VideoChoice userId={user.id} isOpening={isOpening} onChoose={(id) => choose(id)} />
      </Card>
    );
  }
  return (
    <Check
      key={videoId}
      user={user}
      isOpening={isOpening}
      onAct={onAct}
      videoId={videoId}
      sessionId={sessionId}
      onSession={(session) => choose(videoId, session)}
      onAnother={() => choose(null)}
    />
  );
}

interface CheckProps extends CheckTabProps {
  readonly videoId: string;
  readonly sessionId: string | undefined;
  readonly onSession: (sessionId: string | undefined) => void;
  readonly onAnother: () => void;
}

function Check(props: CheckProps) {
  const { user, isOpening, onAct, videoId, sessionId, onSession, onAnother } = props;
  const { t } = useText();
  const title = useRef<HTMLHeadingElement>(null);
  useLostFocus(title, !isOpening);
  const nameOf = useDeviceName();
  const sessions = useUserSessions(user.id);
  const check = usePlaybackCheck(user.id, videoId, sessionId);
  const places = sessions.data?.items ?? [];
  return (
    <div className={cx('stack')}>
      <div className={cx('checkHead')}>
        <h2 ref={title} tabIndex={-1} className={cx('checkTitle')}>
          {check.data?.video.title ?? t('learner.checkTitle')}
        </h2>
        <div className={cx('checkActions')}>
          {places.length > 1 ? (
            <Select
              label={t('learner.fromSession')}
              labelHidden
              value={sessionId ?? ''}
              options={[
                { value: '', label: t('learner.lastSession') },
                ...places.map(({ id, device, address }) => ({
                  value: id,
                  label: `${nameOf(device)} · ${address}`,
                })),
              ]}
              onChange={({ target }) => onSession(target.value === '' ? undefined : target.value)}
            />
          ) : null}
          <Button icon="search" onClick={onAnother}>
            {t('learner.anotherVideo')}
          </Button>
          <Button
            icon="refresh"
            loading={check.isFetching && !check.isPending}
            onClick={() => void check.refetch()}
          >
            {t('learner.checkAgain')}
          </Button>
        </div>
      </div>
      {check.isPending ? (
        <div role="status" aria-busy="true" aria-label={t('common.loading')}>
          <Skeleton shape="block" />
        </div>
      ) : null}
      {check.isError ? (
        <ErrorState
          title={t('learner.checkFailed')}
          retryLabel={t('common.retry')}
          retrying={check.isFetching}
          onRetry={() => void check.refetch()}
        />
      ) : null}
      {check.data ? <CheckResult user={user} check={check.data} onAct={onAct} /> : null}
    </div>
  );
}

interface VideoChoiceProps extends Pick<CheckTabProps, 'isOpening'> {
  readonly userId: string;
  readonly onChoose: (videoId: string) => void;
}

function VideoChoice({ userId, isOpening, onChoose }: VideoChoiceProps) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  useLostFocus(field, !isOpening);
  const [search, setSearch] = useState('');
  const matches = useVideoMatches(userId, search);
  const items = matches.data?.items ?? [];
  return (
    <div className={cx('stack')}>
      <div className={cx('narrow')}>
        <RestingTextField
          ref={field}
          type="search"
          label={t('learner.searchVideos')}
          labelHidden
          placeholder={t('learner.videoTitle')}
          autoComplete="off"
          maxLength={200}
          value={search}
          onRest={setSearch}
        />
      </div>
      {matches.isPending ? <Skeleton shape="block" /> : null}
      {matches.isError ? (
        <ErrorState
          title={t('learner.videosFailed')}
          retryLabel={t('common.retry')}
          retrying={matches.isFetching}
          onRetry={() => void matches.refetch()}
        />
      ) : null}
      {matches.data && items.length === 0 ? (
        <p role="status" className={cx('muted')}>
          {t(search === '' ? 'learner.noVideos' : 'learner.noSuchVideo')}
        </p>
      ) : null}
      <ul className={cx('rows')}>
        {items.map((video) => (
          <li key={video.id}>
            <button type="button" className={cx('choice')} onClick={() => onChoose(video.id)}>
              <span className={cx('grow')}>{video.title}</span>
              <VisibleBadge video={video} />
              <Icon name="chevron-right" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
