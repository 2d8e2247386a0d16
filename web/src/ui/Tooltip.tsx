import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Tooltip.module.css';

const cx = classNames(styles);

/** Shares the opening delay among all tooltips. Mount once around the app. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Primitive.Provider delayDuration={400}>{children}</Primitive.Provider>;
}

export interface TooltipProps {
  readonly text: string;
  /** One focusable element. */
  readonly children: ReactElement;
}

/** Extra words on hover and focus; never the only place of something needed. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={cx('tooltip')} sideOffset={6} collisionPadding={8}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
