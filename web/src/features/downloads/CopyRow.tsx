import type { ReactNode } from 'react';
import { failureTexts } from '../../domain/offline/failure-texts.ts';
import type { CopyState, KeptCopy, OfflineCopies } from '../../domain/offline/kept-copy.ts';
import { useErrorFeedback } from '../../shared/errors/use-error-feedback.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { StatusBadge, type Tone } from '../../ui/Badge.tsx';
import { Button, getButtonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './Downloads.module.css';

const cx = classNames(styles);

const states = {
  waiting: { text: 'offline.waiting', tone: 'neutral' },
  downloading: { text: 'offline.downloading', tone: 'primary' },
  paused: { text: 'offline.paused', tone: 'neutral' },
  ready: { text: 'offline.downloaded', tone: 'success' },
} as const satisfies Record<Exclude<CopyState, 'failed'>, { text: string; tone: Tone }>;

/** Failures that the same download may overcome. */
const passing: readonly KeptCopy['failure'][] = ['no-space', 'network', 'other'];

export interface CopyRowProps {
  readonly copy: KeptCopy;
  readonly copies: OfflineCopies;
  /** Called when a learner is about to play it, and when it was chosen. */
  readonly onIntent: () => void;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

/** One download: what it is, how far it is, and what can be done with it. */
export function CopyRow({ copy, copies, onIntent, onOpen, onRemove }: CopyRowProps) {
  const { t } = useText();
  const format = useFormat();
  const fail = useErrorFeedback();
  const { id, title, state, failure, durationSeconds, bytes, expiresAtMs } = copy;
  const facts = [format.duration(durationSeconds)];
  // What may not be played any more was emptied.
  if (bytes > 0) facts.push(format.bytes(bytes));
  const secondsLeft = Math.max(0, (expiresAtMs - Date.now()) / 1000);
  if (failure === null) facts.push(t('offline.expiresIn', { time: format.span(secondsLeft) }));
  const actions: ReactNode[] = [];
  if (state === 'ready' && failure === null) {
    actions.push(
      <Link
        key="play"
        to={`/offline/${id}`}
        className={getButtonClass('primary', 'compact')}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={onOpen}
      >
        {t('offline.play')}
      </Link>,
    );
  }
  if (state === 'downloading' || state === 'waiting') {
    actions.push(
      <Button key="pause" size="compact" onClick={() => copies.pause(id).catch(fail)}>
        {t('offline.pause')}
      </Button>,
    );
  }
  const isStopped = state === 'paused' || (state === 'failed' && passing.includes(failure));
  if (isStopped) {
    actions.push(
      <Button key="resume" size="compact" onClick={() => copies.resume(id).catch(fail)}>
        {t(state === 'paused' ? 'offline.resume' : 'common.retry')}
      </Button>,
    );
  }
  return (
    <li className={cx('row')} data-copy={id}>
      <div className={cx('words')}>
        <h2 className={cx('title')}>{title}</h2>
        <p className={cx('facts')}>{facts.join(' · ')}</p>
        {failure !== null ? (
          <p className={cx('failure')}>
            {t('offline.failureSaid', {
              what: t(failureTexts[failure].title),
              help: t(failureTexts[failure].help),
            })}
          </p>
        ) : state === 'failed' ? null : (
          <StatusBadge tone={states[state].tone} pulsing={state === 'downloading'}>
            {t(states[state].text)}
          </StatusBadge>
        )}
        {state === 'downloading' || state === 'paused' || state === 'waiting' ? (
          <Progress copy={copy} />
        ) : null}
      </div>
      <div className={cx('actions')}>
        {actions}
        <Button size="compact" onClick={onRemove}>
          {t('offline.remove')}
        </Button>
      </div>
    </li>
  );
}

function Progress({ copy: { title, bytes, totalBytes } }: { readonly copy: KeptCopy }) {
  const { t } = useText();
  const format = useFormat();
  // The whole is estimated: it may turn out a little larger.
  const share = totalBytes === null ? null : Math.min(0.99, bytes / totalBytes);
  return (
    <ProgressBar
      label={t('offline.progressOf', { title })}
      labelHidden
      value={share}
      valueText={share === null ? '' : format.percent(share)}
    />
  );
}
