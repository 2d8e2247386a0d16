import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { MenuCheck } from '../../ui/MenuCheck.tsx';
import { SelectButton } from '../../ui/SelectButton.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import type { FilterOption } from './table-column.ts';

const cx = classNames(styles);

export interface ChoiceMenuProps {
  readonly title: string;
  readonly options: readonly FilterOption[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Several of a list. */
export function ChoiceMenu({ title, options, chosen, onChange }: ChoiceMenuProps) {
  const { t } = useText();
  const labelId = useId();
  const valueId = useId();
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return (
    <div className={cx('choice')}>
      <span id={labelId} className={cx('choiceLabel')}>
        {title}
      </span>
      <DropdownMenu
        align="start"
        trigger={
          <SelectButton aria-labelledby={`${labelId} ${valueId}`}>
            <span id={valueId}>{names.length === 0 ? t('table.any') : names.join(', ')}</span>
          </SelectButton>
        }
      >
        {options.map(({ value, label }) => (
          <MenuCheck
            key={value}
            checked={chosen.includes(value)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          >
            {label}
          </MenuCheck>
        ))}
      </DropdownMenu>
    </div>
  );
}
