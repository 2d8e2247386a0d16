import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';
import styles from './Tooltip.module.css';

const cx = classNames(styles);

export interface TooltipProps {
  readonly text: string;
  /** One focusable element. */
  readonly children: ReactElement;
}

/** Extra words on hover and focus; never the only place of something needed. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className={cx('tooltip')} sideOffset={6} collisionPadding={8}>
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
