import { type AlertDetail, type AlertMove, alertLimits, endpoints } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import styles from './Detail.module.css';
import { type Meanwhile, readMeanwhile } from './meanwhile.ts';
import { useRefreshAlerts } from './use-alerts.ts';

const cx = classNames(styles);

export interface MoveDialogProps {
  readonly alert: Pick<AlertDetail, 'id'>;
  readonly move: AlertMove;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Another administrator was faster. */
  readonly onMeanwhile: (found: Meanwhile) => void;
}

/** Specification, section 4: who acts is recorded as this; the server adds who it really was. */
const party = 'admin';
const hourMs = 3_600_000;
const silences = {
  '1h': hourMs,
  '1d': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  '365d': 365 * 24 * hourMs,
} as const;
type Silence = keyof typeof silences;
const silenceNames = ['1h', '1d', '7d', '30d', '365d'] as const satisfies readonly Silence[];

/** The words that each move asks for; null where they may be left out. */
const FIELDS = {
  acknowledge: { label: 'alerts.notes', needed: null },
  resolve: { label: 'alerts.resolutionAsked', needed: 'alerts.resolutionNeeded' },
  dismiss: { label: 'alerts.reason', needed: 'alerts.reasonNeeded' },
  reopen: { label: 'alerts.reason', needed: 'alerts.reasonNeeded' },
} as const satisfies Record<AlertMove, object>;

/** Asks for what a move needs; empty or cancelled, nothing is sent. */
export function MoveDialog({ alert, move, onClose, onDone, onMeanwhile }: MoveDialogProps) {
  const { t } = useText();
  const formId = useId();
  const [text, setText] = useState('');
  const [silence, setSilence] = useState<Silence>('7d');
  const [asked, setAsked] = useState(false);
  const { label, needed } = FIELDS[move];
  const isGood = needed === null || text.trim() !== '';
  const act = useMove({ id: alert.id, move, onDone, onMeanwhile });

  function submit(event: FormEvent) {
    event.preventDefault();
    // Events of a dialog in a dialog arrive at the form around both.
    event.stopPropagation();
    setAsked(true);
    if (isGood) act.mutate({ text: text.trim(), suppressForMs: silences[silence] });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`alerts.${move}`)}
      description={t(`alerts.${move}Text`)}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={act.isPending}>
            {t(`alerts.${move}`)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={cx('form')} onSubmit={submit}>
        {act.isError ? <ErrorNotice error={act.error} /> : null}
        <Textarea
          required={needed !== null}
          label={t(label)}
          error={asked && !isGood && needed ? t(needed) : undefined}
          maxLength={alertLimits.note}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {move === 'dismiss' ? (
          <Select
            label={t('alerts.silentFor')}
            value={silence}
            options={silenceNames.map((value) => ({ value, label: t(`alerts.silent_${value}`) }))}
            onChange={({ target: { value } }) =>
              setSilence(silenceNames.find((known) => known === value) ?? '7d')
            }
          />
        ) : null}
      </form>
    </Dialog>
  );
}

interface Said {
  readonly text: string;
  readonly suppressForMs: number;
}

function useMove({
  id,
  move,
  onDone,
  onMeanwhile,
}: Pick<MoveDialogProps, 'move' | 'onDone' | 'onMeanwhile'> & { readonly id: string }) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshAlerts();
  return useMutation({
    mutationFn: (said: Said) => send(api, id, move, said),
    onSuccess: async (changed) => {
      queryClient.setQueryData([...queryKeys.alerts, 'detail', id], changed);
      notify.success(t(`alerts.${move}Done`));
      onDone();
      await refresh();
    },
    onError: async (error) => {
      const found = readMeanwhile(error);
      if (!found) return;
      onMeanwhile(found);
      await refresh();
    },
  });
}

function send(
  api: Api,
  id: string,
  move: AlertMove,
  { text, suppressForMs }: Said,
): Promise<AlertDetail> {
  const { alerts } = endpoints;
  const params = { id };
  switch (move) {
    case 'acknowledge':
      return api.call(alerts.acknowledge, {
        params,
        body: { acknowledgedBy: party, ...(text === '' ? {} : { notes: text }) },
      });
    case 'resolve':
      return api.call(alerts.resolve, { params, body: { resolvedBy: party, resolution: text } });
    case 'dismiss':
      return api.call(alerts.dismiss, {
        params,
        body: { dismissedBy: party, reason: text, suppressForMs },
      });
    case 'reopen':
      return api.call(alerts.reopen, { params, body: { reopenedBy: party, reason: text } });
  }
}
