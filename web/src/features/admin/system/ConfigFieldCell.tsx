import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { fits, isSame } from './config-draft.ts';
import type { ConfigField } from './config-fields.ts';
import styles from './System.module.css';
import { useValueText } from './use-value-text.ts';

const cx = classNames(styles);
type Value = string | boolean | undefined;

export interface ConfigFieldCellProps {
  readonly field: ConfigField;
  readonly value: Value;
  /** What holds now. */
  readonly saved: Value;
  /** What holds as long as nothing was changed. */
  readonly initial: Value;
  readonly onChange: (path: string, value: string | boolean) => void;
}

/** One setting with what it means; once it differs, its default, to which it can be set back. */
export function ConfigFieldCell({ field, value, saved, initial, onChange }: ConfigFieldCellProps) {
  const { t } = useText();
  const valueText = useValueText();
  const { name, path } = field;
  const label = t(`systemConfig.${name}`);
  const text = { label, hint: t(`systemConfig.${name}Hint`) };
  const isChanged = !isSame(value, initial);
  const byDefault = valueText(field, initial);
  return (
    <div className={cx('cell', isChanged && 'changed')}>
      {field.kind === 'switch' ? (
        <Checkbox
          {...text}
          across
          checked={value === true}
          onChange={({ target }) => onChange(path, target.checked)}
        />
      ) : (
        <NumberField
          {...text}
          across
          unit={t(`systemConfig.${field.unit}`, { count: Number(value) })}
          value={typeof value === 'string' ? value : ''}
          error={
            fits(field, value)
              ? undefined
              : t('systemConfig.outOfRange', { min: field.min, max: field.max })
          }
          onChange={({ target }) => onChange(path, target.value)}
        />
      )}
      <p className={cx('meta')}>
        {isChanged ? <span>{t('systemConfig.initial', { value: byDefault })}</span> : null}
        {isChanged && initial !== undefined ? (
          <button
            type="button"
            className={cx('reset')}
            aria-label={t('systemConfig.resetNamed', { name: label, value: byDefault })}
            onClick={() => onChange(path, initial)}
          >
            <Icon name="undo" size={14} />
            {t('systemConfig.reset')}
          </button>
        ) : null}
        {isSame(value, saved) ? null : (
          <StatusBadge tone="accent">{t('systemConfig.unsaved')}</StatusBadge>
        )}
      </p>
    </div>
  );
}
