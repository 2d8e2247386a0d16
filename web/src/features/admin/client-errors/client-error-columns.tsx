import { type ClientError, errorCategories, type LogLevel, logLevels } from '@prahari/contract';
import { useMemo } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './ClientErrors.module.css';

const cx = classNames(styles);

const TONES = {
  DEBUG: 'neutral',
  INFO: 'info',
  WARN: 'warning',
  ERROR: 'danger',
  CRITICAL: 'danger',
} as const satisfies Record<LogLevel, Tone>;

export function useClientErrorColumns(): readonly TableColumn<ClientError>[] {
  const { t } = useText();
  return useMemo(
    () => [
      {
        key: 'receivedAt',
        title: t('clientErrors.at'),
        value: (error) => error.receivedAt,
        render: (error) => <Time value={error.receivedAt} show="day" />,
        fixed: true,
        unbroken: true,
      },
      {
        key: 'level',
        onCard: 'beside',
        title: t('clientErrors.level'),
        value: ({ level }) => t(`clientErrors.level_${level}`),
        render: ({ level }) => (
          <Badge tone={TONES[level]}>{t(`clientErrors.level_${level}`)}</Badge>
        ),
        filter: {
          kind: 'select',
          options: logLevels.map((value) => ({ value, label: t(`clientErrors.level_${value}`) })),
        },
      },
      {
        key: 'category',
        onCard: 'beside',
        title: t('clientErrors.category'),
        value: (error) => t(`clientErrors.category_${error.category}`),
        filter: {
          kind: 'select',
          options: errorCategories.map((value) => ({
            value,
            label: t(`clientErrors.category_${value}`),
          })),
        },
      },
      {
        key: 'operation',
        title: t('clientErrors.operation'),
        value: (error) => error.operation,
        hiddenAtFirst: true,
      },
      {
        key: 'message',
        onCard: 'beside',
        title: t('clientErrors.message'),
        value: (error) => error.message,
        render: ({ message, operation }) => (
          <>
            <span className={cx('message')}>{message}</span>
            <span className={cx('operation')}>{operation}</span>
          </>
        ),
      },
      {
        key: 'user',
        onCard: 'beside',
        title: t('clientErrors.user'),
        value: (error) => error.userName,
        render: ({ userId, userName }) => <Link to={`/admin/users/${userId}`}>{userName}</Link>,
      },
      {
        key: 'reported',
        onCard: 'labelled',
        title: t('clientErrors.reported'),
        value: (error) => t(error.acknowledgedByUser ? 'common.yes' : 'common.no'),
        filter: { kind: 'boolean' },
      },
      {
        key: 'resolved',
        onCard: 'labelled',
        title: t('clientErrors.resolved'),
        value: (error) => t(error.resolved ? 'common.yes' : 'common.no'),
        filter: { kind: 'boolean' },
        // The button of the row says it.
        hiddenAtFirst: true,
      },
      {
        key: 'id',
        title: t('clientErrors.id'),
        value: (error) => error.id,
        hiddenAtFirst: true,
      },
      {
        key: 'correlationId',
        title: t('clientErrors.correlationId'),
        value: (error) => error.correlationId,
        hiddenAtFirst: true,
      },
      {
        key: 'page',
        title: t('clientErrors.page'),
        value: (error) => error.metadata['page'] ?? '',
        hiddenAtFirst: true,
      },
      {
        key: 'stack',
        title: t('clientErrors.stack'),
        value: (error) => error.metadata['stack'] ?? '',
        hiddenAtFirst: true,
      },
      {
        key: 'browser',
        title: t('clientErrors.browser'),
        value: (error) => error.userAgent,
        hiddenAtFirst: true,
      },
      {
        key: 'address',
        title: t('clientErrors.address'),
        value: (error) => error.address,
        hiddenAtFirst: true,
      },
    ],
    [t],
  );
}
