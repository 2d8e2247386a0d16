import {
  type AlertActionView,
  type AlertMove,
  type AlertStep,
  type AlertDetail as AlertWithSteps,
  endpoints,
  listAllowedMoves,
} from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActivityLinks } from '../../../domain/activity/ActivityLinks.tsx';
import { useAlertWords } from '../../../domain/alerts/use-alert-words.ts';
import { queryKeys } from '../../../domain/query-keys.ts';
import { SeverityBadge } from '../../../domain/security/SeverityBadge.tsx';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { isMissing } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge, StatusBadge, type Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AlertFacts, TechnicalFacts } from './AlertFacts.tsx';
import { statusTones } from './alert-looks.ts';
import styles from './Detail.module.css';
import { MoveDialog } from './MoveDialog.tsx';
import type { Meanwhile } from './meanwhile.ts';
import { useAlertMessage } from './use-alert-message.ts';
import { useAlertDetail, useRefreshAlerts } from './use-alerts.ts';

const cx = classNames(styles);

export interface AlertDetailProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The specification, section 4: the detail closes with the alert. */
const endings: readonly AlertMove[] = ['resolve', 'dismiss'];

/** What one alert says, what was done about it, and what can be; then all else that is known. */
export function AlertDetail({ id, onClose }: AlertDetailProps) {
  const { t } = useText();
  const { titleOf } = useAlertWords();
  const { may } = useRights();
  const detail = useAlertDetail(id);
  const [move, setMove] = useState<AlertMove | null>(null);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const alert = detail.data;
  const moves = alert && may('alerts.write') ? listAllowedMoves(alert.status) : [];

  function begin(next: AlertMove) {
    setMeanwhile(null);
    setMove(next);
  }

  function finish(done: AlertMove) {
    setMove(null);
    if (endings.includes(done)) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={alert ? titleOf(alert) : t('alerts.detail')}
      closeLabel={t('common.close')}
      footer={
        moves.length > 0
          ? [...moves].reverse().map((offered) => (
              <Button
                key={offered}
                variant={offered === moves[0] ? 'primary' : 'secondary'}
                onClick={() => begin(offered)}
              >
                {t(`alerts.${offered}`)}
              </Button>
            ))
          : null
      }
    >
      {detail.isPending ? <Skeleton shape="block" /> : null}
      {detail.isError && !alert ? (
        isMissing(detail.error) ? (
          <p>{t('alerts.noSuchAlert')}</p>
        ) : (
          <ErrorNotice error={detail.error} />
        )
      ) : null}
      {meanwhile ? <MeanwhileNote meanwhile={meanwhile} /> : null}
      {alert ? <Known alert={alert} /> : null}
      {alert && move ? (
        <MoveDialog
          alert={alert}
          move={move}
          onClose={() => setMove(null)}
          onDone={() => finish(move)}
          onMeanwhile={(found) => {
            setMove(null);
            setMeanwhile(found);
          }}
        />
      ) : null}
    </Dialog>
  );
}

/** Somebody else was faster: what they did, and when. */
function MeanwhileNote({ meanwhile: { status, by, at } }: { readonly meanwhile: Meanwhile }) {
  const { t } = useText();
  return (
    <div className={cx('meanwhile')} role="alert">
      <p>
        {t(`alerts.meanwhile_${status}`)}{' '}
        {by === null ? null : t('alerts.meanwhileBy', { name: by })}{' '}
        {at === null ? null : <Time value={at} />}
      </p>
      <p>{t('alerts.nothingDone')}</p>
    </div>
  );
}

function Known({ alert }: { readonly alert: AlertWithSteps }) {
  const { t } = useText();
  const { may } = useRights();
  const message = useAlertMessage()(alert);
  const { userId, videoId, severity, status, isTest, actions, timeline } = alert;
  return (
    <div className={cx('stack')}>
      <div>
        <p className={cx('badges')}>
          {isTest ? <Badge tone="accent">{t('alerts.test')}</Badge> : null}
          <SeverityBadge severity={severity} />
          <StatusBadge tone={statusTones[status]}>{t(`alerts.status_${status}`)}</StatusBadge>
          <span className={cx('category')}>{t(`alerts.category_${alert.category}`)}</span>
        </p>
        <p className={cx('message')} lang={message.lang}>
          {message.text}
        </p>
        <p className={cx('links')}>
          <ActivityLinks userId={userId} address={alert.metadata['ipAddress']} />
          {userId && may('security.read') ? (
            <Link to={`/admin/security?tab=incidents&user=${userId}`}>
              {t('alerts.userIncidents')}
            </Link>
          ) : null}
          {userId ? (
            <Link to={`/admin/alerts?user=${userId}&f.range=90d`}>{t('alerts.userAlerts')}</Link>
          ) : null}
          {videoId && may('videos.write') ? (
            <Link to={`/admin/videos/${videoId}`}>{t('alerts.openVideo')}</Link>
          ) : null}
        </p>
      </div>
      <AlertFacts alert={alert} />
      {actions.length > 0 ? <Actions alert={alert} /> : null}
      <section>
        <h3 className={cx('subtitle')}>{t('alerts.timeline')}</h3>
        <Timeline steps={timeline} />
      </section>
      <TechnicalFacts alert={alert} />
    </div>
  );
}

const actionTones: Readonly<Record<AlertActionView['state'], Tone>> = {
  waiting: 'info',
  done: 'success',
  failed: 'danger',
  undone: 'neutral',
};

function Actions({ alert: { id, actions } }: { readonly alert: AlertWithSteps }) {
  const { t } = useText();
  return (
    <section>
      <h3 className={cx('subtitle')}>{t('alerts.actions')}</h3>
      <ul className={cx('actions')}>
        {actions.map((action) => (
          <Action key={action.id} alertId={id} action={action} />
        ))}
      </ul>
    </section>
  );
}

interface ActionProps {
  readonly alertId: string;
  readonly action: AlertActionView;
}

/** What a rule did, and how it went; what can be undone is undone here. */
function Action({ alertId, action }: ActionProps) {
  const { t } = useText();
  const { may } = useRights();
  const undo = useUndo(alertId, action.id);
  const { kind, state, createdAt, doneAt, undoneAt, undoneBy, error, canUndo } = action;
  const name = t(`alerts.action_${kind}`);
  return (
    <li className={cx('action')}>
      <span className={cx('actionName')}>{name}</span>
      <StatusBadge tone={actionTones[state]}>{t(`alerts.actionState_${state}`)}</StatusBadge>
      <span className={cx('when')}>
        <Time value={undoneAt ?? doneAt ?? createdAt} show="relative" />
        {undoneBy ? ` · ${undoneBy.name}` : null}
      </span>
      {canUndo && may('alerts.write') ? (
        <Button
          size="compact"
          icon="undo"
          aria-label={t('alerts.undoOf', { name })}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {t('alerts.undo')}
        </Button>
      ) : null}
      {error ? (
        <span className={cx('error')} lang="en">
          {error}
        </span>
      ) : null}
    </li>
  );
}

function useUndo(alertId: string, id: string) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshAlerts();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: () => api.call(endpoints.alerts.undoAction, { params: { id } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData([...queryKeys.alerts, 'detail', alertId], changed);
      notify.success(t('alerts.undone'));
      await refresh();
    },
    onError: async (error) => {
      notify.error(errorText(error).text);
      await refresh();
    },
  });
}

/** What happened to an alert, oldest first; it can't be changed. */
function Timeline({ steps }: { readonly steps: readonly AlertStep[] }) {
  const { t } = useText();
  return (
    <ol className={cx('timeline')}>
      {steps.map(({ id, at, kind, by, claimedBy, note }) => (
        <li key={id} className={cx('step')}>
          <p>
            <span className={cx('stepName')}>{t(`alerts.step_${kind}`)}</span>
            <span className={cx('when')}>
              {by?.name ?? t('alerts.byPlatform')}
              {claimedBy && claimedBy !== by?.name ? (
                <> ({t('alerts.claimedAs', { name: claimedBy })})</>
              ) : null}{' '}
              · <Time value={at} />
            </span>
          </p>
          {note ? <p className={cx('note')}>{note}</p> : null}
        </li>
      ))}
    </ol>
  );
}
