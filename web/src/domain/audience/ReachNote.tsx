import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useRights } from '../users/use-rights.ts';
import styles from './Audience.module.css';
import { type AudienceDraft, isForNobody } from './audience-draft.ts';
import { useReach } from './use-reach.ts';

const cx = classNames(styles);

export interface ReachNoteProps {
  readonly draft: AudienceDraft;
  /** Who sees the video while nothing is chosen, where anyone does. */
  readonly whenEmpty?: string | undefined;
}

/** How many learners will see a video for this audience, while it is chosen. */
export function ReachNote({ draft, whenEmpty }: ReachNoteProps) {
  const { t } = useText();
  const { isEverywhere } = useRights();
  const { learners, isCounting, isFailed, retry } = useReach(draft);
  const isDefault = whenEmpty !== undefined && isForNobody(draft);
  const isNobody = !isFailed && learners === 0 && !isCounting && !isDefault && !draft.everyone;

  function text(): string {
    if (isFailed) return t('audience.countFailed');
    // The last count may be of a choice of places.
    const isOld = draft.everyone && learners === 0 && isCounting;
    if (learners === undefined || isOld) return t('audience.counting');
    if (isForNobody(draft)) return whenEmpty ?? t('audience.nothingChosen');
    if (learners === 0) return t(draft.everyone ? 'audience.noLearnersYet' : 'audience.nobody');
    return isEverywhere
      ? t('audience.reach', { count: learners })
      : t('audience.reachInScope', { count: learners });
  }

  return (
    <div className={cx('reach', isNobody && 'warning', isFailed && 'failed')}>
      <Icon name={isNobody || isFailed ? 'warning' : 'users'} size={18} />
      <p role="status" className={cx('words')} aria-busy={isCounting}>
        {text()}
      </p>
      {isFailed ? (
        <Button size="compact" variant="ghost" onClick={retry}>
          {t('common.retry')}
        </Button>
      ) : null}
    </div>
  );
}
