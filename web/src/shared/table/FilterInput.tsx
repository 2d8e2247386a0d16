import { useCallback } from 'react';
import { DateField } from '../../ui/DateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { useDateWords } from '../dates/use-date-words.ts';
import { useText } from '../i18n/use-text.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import type { Filter } from './filter.ts';
import { LONGEST_TEXT, readFilter, writeFilter } from './filter-text.ts';
import { RangeInput } from './RangeInput.tsx';
import { RestingTextField } from './RestingTextField.tsx';
import type { ColumnFilter } from './table-column.ts';

export interface FilterInputProps {
  readonly title: string;
  readonly column: ColumnFilter;
  readonly filter: Filter | undefined;
  readonly onChange: (filter: Filter | null) => void;
}

/** The control that belongs to a column's filter type. */
export function FilterInput({ title, column, filter, onChange }: FilterInputProps) {
  const { t } = useText();
  const dateWords = useDateWords();
  const texts = filter ? writeFilter(filter) : [];
  const [text = ''] = texts;
  const { kind } = column;
  const change = useCallback(
    (next: readonly string[]) => onChange(readFilter(kind, next)),
    [kind, onChange],
  );
  const changeOne = useCallback((next: string) => change([next]), [change]);

  switch (column.kind) {
    case 'select':
    case 'boolean':
      return (
        <Select
          label={title}
          value={text}
          placeholder={column.unset ?? t('table.any')}
          options={
            column.kind === 'select'
              ? column.options
              : [
                  { value: 'true', label: t('common.yes') },
                  { value: 'false', label: t('common.no') },
                ]
          }
          onChange={(event) => changeOne(event.target.value)}
        />
      );
    case 'multiselect':
      return <ChoiceMenu title={title} options={column.options} chosen={texts} onChange={change} />;
    case 'numberrange':
    case 'daterange':
      return (
        <RangeInput
          title={title}
          type={column.kind === 'daterange' ? 'date' : 'number'}
          value={text}
          onChange={changeOne}
        />
      );
    case 'date':
      return <DateField label={title} words={dateWords} value={text} onChange={changeOne} />;
    case 'number':
      return <RestingTextField label={title} type={column.kind} value={text} onRest={changeOne} />;
    case 'text':
      if (column.known && column.known.length > 0) {
        const known = column.known.some(({ value }) => value === text) || text === '';
        return (
          <Select
            label={title}
            value={text}
            placeholder={t('table.any')}
            // What an address says stays, whether it is known or not.
            options={known ? column.known : [{ value: text, label: text }, ...column.known]}
            onChange={(event) => changeOne(event.target.value)}
          />
        );
      }
      return (
        <RestingTextField label={title} maxLength={LONGEST_TEXT} value={text} onRest={changeOne} />
      );
  }
}
