import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { MenuCheck } from '../../ui/MenuCheck.tsx';
import { SelectButton } from '../../ui/SelectButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import type { FilterOption } from './table-column.ts';

const cx = classNames(styles);

export interface ChoiceMenuProps {
  readonly title: string;
  /** Whether the button itself says what it is of, so that it needs no line above. */
  readonly titleInside?: boolean;
  readonly options: readonly FilterOption[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Several of a list. */
export function ChoiceMenu({
  title,
  titleInside = false,
  options,
  chosen,
  onChange,
}: ChoiceMenuProps) {
  const { t } = useText();
  const labelId = useId();
  const valueId = useId();
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const none = titleInside ? t('table.anyOf', { name: title }) : t('table.any');
  const label = (
    <span id={labelId} className={cx('choiceLabel')}>
      {title}
    </span>
  );
  return (
    <div className={cx('choice')}>
      {titleInside ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      <DropdownMenu
        align="start"
        trigger={
          <SelectButton aria-labelledby={`${labelId} ${valueId}`}>
            <span id={valueId}>{names.length === 0 ? none : names.join(', ')}</span>
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
