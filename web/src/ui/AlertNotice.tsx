import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import styles from './Overlay.module.css';

const cx = classNames(styles);

export interface AlertNoticeProps {
  readonly title: string;
  readonly description: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Says something that must be seen, and waits until it was; nothing is asked. */
export function AlertNotice(props: AlertNoticeProps) {
  const { title, description, closeLabel, onClose, children } = props;
  return (
    <AlertDialog.Root open onOpenChange={onClose}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={cx('scrim')} />
        <AlertDialog.Content className={cx('panel', 'narrow')}>
          <div className={cx('header')}>
            <AlertDialog.Title className={cx('title')}>{title}</AlertDialog.Title>
          </div>
          <AlertDialog.Description className={cx('description')}>
            {description}
          </AlertDialog.Description>
          <div className={cx('body')}>{children}</div>
          <div className={cx('footer')}>
            <AlertDialog.Cancel asChild>
              <Button variant="primary">{closeLabel}</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
