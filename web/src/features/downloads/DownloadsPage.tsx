import { offlineLimits } from '@prahari/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import type { KeptCopy, OfflineCopies } from '../../domain/offline/kept-copy.ts';
import { useCopies } from '../../domain/offline/use-copies.ts';
import { useErrorFeedback } from '../../shared/errors/use-error-feedback.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { PageTitle } from '../../shared/page-title/PageTitle.tsx';
import { Link } from '../../shared/routing/Link.tsx';
import { runWhenIdle } from '../../shared/timing/run-when-idle.ts';
import { Button, getButtonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import { notify } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { CopyRow } from './CopyRow.tsx';
import styles from './Downloads.module.css';

const cx = classNames(styles);

export interface DownloadsPageProps {
  /** Called when a copy is likely to be played next: it is the latest, or about to be chosen. */
  readonly onLikely: (copyId: string) => void;
  /** Called when a copy was chosen; its page is about to be shown. */
  readonly onOpen: (copyId: string) => void;
  /** Called when none was chosen. */
  readonly onLeave: () => void;
}

/** The learner's copies on this device. It asks no server, so that it is there without a line. */
export function DownloadsPage({ onLikely, onOpen, onLeave }: DownloadsPageProps) {
  const { t } = useText();
  const { view, copies } = useCopies();
  const likely = view.copies.find(isPlayable)?.id;
  const foretell = useEffectEvent(onLikely);
  useEffect(() => {
    if (likely !== undefined) runWhenIdle(() => foretell(likely));
  }, [likely]);
  const leave = useEffectEvent(onLeave);
  useEffect(() => () => leave(), []);
  return (
    <>
      <PageTitle text={t('offline.title')} />
      <PageHeader title={t('offline.title')} description={t('offline.subtitle')} />
      {view.isSupported ? (
        copies === null || !view.isKnown ? (
          <div aria-busy="true">
            <Skeleton width="40%" />
            <Skeleton width="70%" />
          </div>
        ) : (
          <Copies
            copies={copies}
            list={view.copies}
            bytes={view.bytes}
            onLikely={onLikely}
            onOpen={onOpen}
          />
        )
      ) : (
        <EmptyState title={t('offline.unsupportedTitle')} icon="warning" action={<ToLibrary />}>
          {t('offline.unsupportedText')}
        </EmptyState>
      )}
    </>
  );
}

function ToLibrary() {
  const { t } = useText();
  return (
    <Link to="/" className={getButtonClass('primary')}>
      {t('offline.goToLibrary')}
    </Link>
  );
}

const isPlayable = ({ state, failure }: KeptCopy) => state === 'ready' && failure === null;

interface CopiesProps extends Pick<DownloadsPageProps, 'onLikely' | 'onOpen'> {
  readonly copies: OfflineCopies;
  readonly list: readonly KeptCopy[];
  readonly bytes: number;
}

function Copies({ copies, list, bytes, onLikely, onOpen }: CopiesProps) {
  const { t } = useText();
  const format = useFormat();
  const fail = useErrorFeedback();
  const [leaving, setLeaving] = useState<KeptCopy | 'all' | null>(null);
  if (list.length === 0) {
    return (
      <EmptyState title={t('offline.emptyTitle')} icon="film" action={<ToLibrary />}>
        {t('offline.emptyText')}
      </EmptyState>
    );
  }

  function remove(copy: KeptCopy) {
    setLeaving(null);
    copies.remove(copy.id).then(() => notify.success(t('offline.removed')), fail);
  }

  /** Those that are kept for this learner: `removeAll` is for a learner who leaves the browser. */
  function removeAll() {
    setLeaving(null);
    const removals = list.map(({ id }) => copies.remove(id));
    Promise.all(removals).then(() => notify.success(t('offline.removedAll')), fail);
  }

  const spaceText = t('offline.spaceValue', {
    used: format.bytes(bytes),
    all: format.bytes(offlineLimits.bytes),
    count: format.number(list.length),
    most: format.number(offlineLimits.copies),
  });
  return (
    <div className={cx('page')}>
      <ProgressBar
        label={t('offline.space')}
        value={bytes / offlineLimits.bytes}
        valueText={spaceText}
      />
      <Card flush>
        <ul className={cx('list')}>
          {list.map((copy) => (
            <CopyRow
              key={copy.id}
              copy={copy}
              copies={copies}
              onIntent={() => onLikely(copy.id)}
              onOpen={() => onOpen(copy.id)}
              onRemove={() => (copy.state === 'ready' ? setLeaving(copy) : remove(copy))}
            />
          ))}
        </ul>
      </Card>
      <div className={cx('foot')}>
        <p className={cx('note')}>{t('offline.note')}</p>
        {list.length > 1 ? (
          <Button size="compact" icon="delete" onClick={() => setLeaving('all')}>
            {t('offline.removeAll')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(isOpen) => isOpen || setLeaving(null)}
        title={t(leaving === 'all' ? 'offline.removeAllTitle' : 'offline.removeTitle')}
        description={
          leaving === 'all'
            ? t('offline.removeAllText')
            : t('offline.removeText', { title: leaving?.title ?? '' })
        }
        confirmLabel={t(leaving === 'all' ? 'offline.removeAll' : 'offline.remove')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        onConfirm={() => {
          if (leaving === 'all') removeAll();
          else if (leaving) remove(leaving);
        }}
      />
    </div>
  );
}
