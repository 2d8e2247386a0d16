import type { UserDetail } from '@prahari/contract';
import type { ReactNode } from 'react';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { RoleBadge, UserStatusBadge } from '../UserBadges.tsx';
import styles from './Detail.module.css';

const cx = classNames(styles);

export function UserFacts({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <Card title={t('users.facts')}>
      <dl className={cx('facts')}>
        <Fact name={t('users.phone')}>{user.contactNumber}</Fact>
        <Fact name={t('users.email')}>{user.email ?? '–'}</Fact>
        <Fact name={t('users.role')}>
          <RoleBadge user={user} />
        </Fact>
        <Fact name={t('users.status')}>
          <UserStatusBadge user={user} />
        </Fact>
        <Fact name={t('users.kendraType')}>{user.kendraType ?? '–'}</Fact>
        <Fact name={t('users.country')}>{user.country ?? '–'}</Fact>
        <Fact name={t('users.district')}>{user.district ?? '–'}</Fact>
        <Fact name={t('users.logins')}>{format.number(user.loginCount)}</Fact>
        <Fact name={t('users.lastLogin')}>
          {user.lastLoginAt === null ? t('users.never') : <Time value={user.lastLoginAt} />}
        </Fact>
        <Fact name={t('users.created')}>
          <Time value={user.createdAt} />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
