import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Overlay.module.css';
import { useReturnFocus } from './use-return-focus.ts';

const cx = classNames(styles);

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  readonly closeLabel: string;
  /** `drawer` is at the side and leaves its subject visible. */
  readonly width?: 'narrow' | 'regular' | 'wide' | 'drawer';
  /** Its content would be lost: Escape, a click beside it or a cross do not close it. */
  readonly held?: boolean;
  /** Its container; the page itself is not visible in fullscreen. */
  readonly container?: HTMLElement;
  /** Buttons, in reading order; the main one last. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/** A modal that holds focus, closes on Escape unless held and hands focus back to what opened it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  width = 'regular',
  held = false,
  container,
  footer,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => held || onOpenChange(next)}>
      <Primitive.Portal {...(container ? { container } : {})}>
        <Primitive.Overlay className={cx('scrim')} />
        <Primitive.Content
          className={cx('panel', width)}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => {
            // It closes the list of a picker first.
            if (isPickerOpen(event.target)) event.preventDefault();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={cx('header')}>
            <Primitive.Title className={cx('title')}>{title}</Primitive.Title>
          </div>
          {description ? (
            <Primitive.Description className={cx('description')}>
              {description}
            </Primitive.Description>
          ) : null}
          {children ? <div className={cx('body')}>{children}</div> : null}
          {footer ? <div className={cx('footer')}>{footer}</div> : null}
          {/* Last in the order of focus, so that a form's first field gets it when the dialog opens. */}
          {held ? null : (
            <div className={cx('close')}>
              <Primitive.Close asChild>
                <IconButton compact icon="close" label={closeLabel} />
              </Primitive.Close>
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function isPickerOpen(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]');
}
