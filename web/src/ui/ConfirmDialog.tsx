import { AlertDialog } from 'radix-ui';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import styles from './Overlay.module.css';
import { useReturnFocus } from './use-return-focus.ts';

const cx = classNames(styles);

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly tone?: 'primary' | 'danger';
  /** While the confirmed action runs. */
  readonly loading?: boolean;
  /** Called on confirmation; the owner closes the dialog when the action is done. */
  readonly onConfirm: () => void;
}

/** Asks before an action that is hard to undo. Focus starts on cancel, so that Enter is harmless. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  tone = 'primary',
  loading = false,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={cx('scrim')} />
        <AlertDialog.Content className={cx('panel', 'narrow')} onCloseAutoFocus={returnFocus}>
          <div className={cx('header')}>
            <AlertDialog.Title className={cx('title')}>{title}</AlertDialog.Title>
          </div>
          <AlertDialog.Description className={cx('description')}>
            {description}
          </AlertDialog.Description>
          <div className={cx('footer')}>
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} loading={loading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
