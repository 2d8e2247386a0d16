import { useText } from '../../../shared/i18n/use-text.ts';
import type { ConfigField } from './config-fields.ts';

/** Formats a value of the configuration: "3 days", "Yes". */
export function useValueText() {
  const { t } = useText();
  return (field: ConfigField, value: string | boolean | undefined): string => {
    if (field.kind === 'switch') return value === true ? t('common.yes') : t('common.no');
    return `${value ?? ''} ${t(`systemConfig.${field.unit}`, { count: Number(value) })}`;
  };
}
