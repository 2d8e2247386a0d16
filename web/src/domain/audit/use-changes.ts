import type { AuditEntry } from '@prahari/contract';
import { useCallback } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { listChangedFields } from './changed-fields.ts';
import { findFieldTextKey } from './field-text.ts';
import { formatValue } from './value-text.ts';

export interface ChangeInWords {
  readonly field: string;
  readonly name: string;
  /** Empty for none, like `after`. */
  readonly before: string;
  readonly after: string;
}

/** Tells what an entry changed in the reader's words. */
export function useChanges() {
  const { t } = useText();
  const format = useFormat();
  return useCallback(
    (entry: AuditEntry): readonly ChangeInWords[] =>
      listChangedFields(entry).map(({ field, before, after }) => {
        const key = findFieldTextKey(field);
        return {
          field,
          name: key === null ? field : t(key),
          before: formatValue(field, before, { t, format }),
          after: formatValue(field, after, { t, format }),
        };
      }),
    [t, format],
  );
}
