import { useText } from '../shared/i18n/use-text.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { DeferredMenu } from '../ui/DeferredMenu.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { lazyPage } from './lazy-with-texts.ts';
import styles from './UserMenu.module.css';

const cx = classNames(styles);

const UserMenuPanel = lazyPage(() => import('./UserMenuPanel.tsx').then((m) => m.UserMenuPanel));

export interface UserMenuProps {
  readonly name: string;
  readonly tone: 'surface' | 'on-ink';
}

export function UserMenu({ name, tone }: UserMenuProps) {
  const { t } = useText();
  return (
    <DeferredMenu
      menu={UserMenuPanel}
      renderTrigger={(onClick) => (
        <button
          type="button"
          aria-haspopup="menu"
          className={cx('trigger', tone)}
          {...(onClick ? { onClick } : {})}
        >
          <Avatar name={name} size="sm" />
          <VisuallyHidden>{t('common.account')}: </VisuallyHidden>
          <span className={cx('name')}>{name}</span>
        </button>
      )}
    />
  );
}
