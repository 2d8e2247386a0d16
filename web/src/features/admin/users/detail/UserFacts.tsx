import type { UserDetail } from '@prahari/contract';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Facts } from '../../../../ui/Facts.tsx';
import { RoleBadge, UserStatusBadge } from '../UserBadges.tsx';

/** What is known of a user, in one card. */
export function UserFacts({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const format = useFormat();
  const lastLogin =
    user.lastLoginAt === null ? t('users.never') : <Time value={user.lastLoginAt} />;
  return (
    <Card title={t('users.facts')}>
      <Facts
        facts={[
          [t('users.phone'), user.contactNumber],
          [t('users.email'), user.email ?? '–'],
          [t('users.role'), <RoleBadge key="role" user={user} />],
          [t('users.status'), <UserStatusBadge key="status" user={user} />],
          [t('users.kendraType'), user.kendraType ?? '–'],
          [t('users.country'), user.country ?? '–'],
          [t('users.district'), user.district ?? '–'],
          [t('users.logins'), format.number(user.loginCount)],
          [t('users.lastLogin'), lastLogin],
          [t('users.created'), <Time key="created" value={user.createdAt} />],
        ]}
      />
    </Card>
  );
}
