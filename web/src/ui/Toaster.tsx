import { type FocusEvent, type MouseEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { classNames } from './class-names.ts';
import { addIcons, Icon } from './Icon.tsx';
import { MORE_ICONS } from './more-icons.ts';
import styles from './Toaster.module.css';

addIcons(MORE_ICONS);

const cx = classNames(styles);

const ICONS = {
  success: <Icon name="check-circle" />,
  info: <Icon name="info" />,
  warning: <Icon name="warning" />,
  error: <Icon name="error" />,
  close: <Icon name="close" size={16} />,
};

const CLASS_NAMES = {
  toast: cx('toast'),
  content: cx('content'),
  title: cx('title'),
  description: cx('description'),
  icon: cx('icon'),
  closeButton: cx('close'),
  actionButton: cx('action'),
  success: cx('success'),
  info: cx('info'),
  warning: cx('warning'),
  error: cx('error'),
};

// A message of one save must not cover the button of the next.
const ABOVE_SAVE_BAR = { bottom: '6rem' };
const ABOVE_SAVE_BAR_OF_TWO_ROWS = { bottom: '9rem' };

export interface ToasterProps {
  /** Name of the region that holds the messages. */
  readonly label: string;
  readonly closeLabel: string;
}

/**
 * Shows the messages of `notify`. Mount once; it is rendered outside the app's root, above dialogs.
 */
export function Toaster({ label, closeLabel }: ToasterProps) {
  const cameFrom = useRef<EventTarget | null>(null);

  // Sonner must not see the focus arrive: it would pull it back whenever Tab moves on, and a
  // message could not be left by keyboard (WCAG 2.1.2).
  function noteFocus(event: FocusEvent) {
    event.stopPropagation();
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
  }

  // A message closed by keyboard takes its focused button with it.
  function returnFocus(event: MouseEvent) {
    const byKeyboard = event.detail === 0;
    if (byKeyboard && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return createPortal(
    <div onFocusCapture={noteFocus} onClickCapture={returnFocus}>
      <Sonner
        className={cx('toaster')}
        position="bottom-right"
        offset={ABOVE_SAVE_BAR}
        mobileOffset={ABOVE_SAVE_BAR_OF_TWO_ROWS}
        containerAriaLabel={label}
        closeButton
        expand
        visibleToasts={4}
        gap={12}
        icons={ICONS}
        toastOptions={{ unstyled: true, classNames: CLASS_NAMES, closeButtonAriaLabel: closeLabel }}
      />
    </div>,
    document.body,
  );
}
