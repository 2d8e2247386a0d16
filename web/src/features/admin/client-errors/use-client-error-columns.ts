import { type ClientErrorGroup, errorCategories, logLevels } from '@prahari/contract';
import { useMemo } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';

/** By what errors are filtered, and what an export of the page says of each kind. */
export function useClientErrorColumns(): readonly TableColumn<ClientErrorGroup>[] {
  const { t } = useText();
  return useMemo(
    () => [
      { key: 'lastAt', title: t('clientErrors.at'), value: (group) => group.lastAt },
      {
        key: 'level',
        title: t('clientErrors.level'),
        value: ({ level }) => t(`clientErrors.level_${level}`),
        filter: {
          kind: 'select',
          options: logLevels.map((value) => ({ value, label: t(`clientErrors.level_${value}`) })),
        },
      },
      {
        key: 'category',
        title: t('clientErrors.category'),
        value: ({ category }) => t(`clientErrors.category_${category}`),
        filter: {
          kind: 'select',
          options: errorCategories.map((value) => ({
            value,
            label: t(`clientErrors.category_${value}`),
          })),
        },
      },
      { key: 'message', title: t('clientErrors.message'), value: (group) => group.message },
      { key: 'operation', title: t('clientErrors.operation'), value: (group) => group.operation },
      { key: 'count', title: t('clientErrors.count'), value: (group) => group.count },
      {
        key: 'reported',
        title: t('clientErrors.reported'),
        value: (group) => t(group.reported ? 'common.yes' : 'common.no'),
        filter: { kind: 'boolean' },
      },
      {
        key: 'resolved',
        title: t('clientErrors.resolved'),
        value: (group) => t(group.resolved ? 'common.yes' : 'common.no'),
        filter: { kind: 'boolean' },
      },
    ],
    [t],
  );
}
