import { useText } from '../i18n/use-text.ts';
import { LeaveGuard } from '../leaving/LeaveGuard.tsx';

export interface UnsavedGuardProps {
  readonly active: boolean;
  /** Forgets what was typed. */
  readonly onLeave: () => void;
}

/** Asks before what is not saved is left. */
export function UnsavedGuard({ active, onLeave }: UnsavedGuardProps) {
  const { t } = useText();
  return (
    <LeaveGuard
      active={active}
      title={t('drafts.leaveTitle')}
      description={t('drafts.leaveText')}
      leaveLabel={t('drafts.leave')}
      stayLabel={t('drafts.stay')}
      onLeave={onLeave}
    />
  );
}
