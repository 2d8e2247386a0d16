import { ApiError } from '@prahari/contract';
import { Suspense, useEffect } from 'react';
import * as z from 'zod/mini';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { noticeError } from '../../shared/errors/notice-error.ts';
import { loadTexts } from '../../shared/i18n/i18n.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PlaybackFailure } from './engine/playback-failure.ts';
import { lazyInPlayer } from './lazy-in-player.ts';
import styles from './Stage.module.css';

const cx = classNames(styles);
const fetchDetails = () => import('./extras/FailureDetails.tsx').then((m) => m.FailureDetails);
const FailureDetails = lazyInPlayer(fetchDetails);

/** Fetches what an error will need, while there is a network. */
export function warmErrorPanel(): void {
  Promise.all([fetchDetails(), loadTexts('lesson')]).catch(() => undefined);
}

export interface ErrorPanelProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Ends what plays elsewhere, so that it plays here. */
  readonly onMoveHere: () => void;
}

/** Shows the failure in the specification's words, then the likely cause and the next step. */
export function ErrorPanel({ error, onRetry, onMoveHere }: ErrorPanelProps) {
  const { t } = useText();
  useEffect(() => noticeError('playback', error), [error]);
  const elsewhere = readDevices(error).join(', ');
  const told = useErrorText()(error);
  const failure = error instanceof PlaybackFailure ? error : null;
  return (
    <div className={cx('panel')} role="alert">
      <h2 className={cx('panelTitle')}>{t('player.errorTitle')}</h2>
      <p className={cx('panelText')}>{failure ? t(failure.textKey) : told.text}</p>
      {elsewhere ? (
        <p className={cx('panelText')}>{t('player.watchingOn', { device: elsewhere })}</p>
      ) : null}
      <Suspense>
        <FailureDetails error={error} />
      </Suspense>
      {told.reference === '' ? null : <p className={cx('reference')}>{told.reference}</p>}
      <div className={cx('panelAction')}>
        {isElsewhere(error) ? (
          <Button icon="play" autoFocus onClick={onMoveHere}>
            {t('player.moveHere')}
          </Button>
        ) : (
          <Button icon="refresh" autoFocus onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
        <Link to="/doctor" className={cx('panelLink')}>
          {t('common.playbackCheck')}
        </Link>
      </div>
    </div>
  );
}

/** Tells whether it plays elsewhere, and could play here instead. */
function isElsewhere(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.reason === 'too_many_streams' || error.reason === 'playback_moved')
  );
}

const othersSchema = z.array(z.object({ device: z.string() }));

/** On what it plays, in words. */
function readDevices(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = othersSchema.safeParse(error.details['others']);
  return parsed.success ? parsed.data.map(({ device }) => device) : [];
}
