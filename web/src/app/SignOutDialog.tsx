import { useText } from '../shared/i18n/use-text.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

export interface SignOutDialogProps {
  /** How many downloads the sign-out removes. */
  readonly count: number;
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before a sign-out that removes downloads: they may have taken hours of a slow line. */
export function SignOutDialog({ count, isLeaving, onStay, onLeave }: SignOutDialogProps) {
  const { t } = useText();
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => isOpen || onStay()}
      title={t('offline.signOutTitle', { count })}
      description={t('offline.signOutText')}
      confirmLabel={t('auth.signOut')}
      cancelLabel={t('offline.staySignedIn')}
      tone="danger"
      loading={isLeaving}
      onConfirm={onLeave}
    />
  );
}
