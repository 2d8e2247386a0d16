import { Button } from '../../ui/Button.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { MenuCheck } from '../../ui/MenuCheck.tsx';
import { useText } from '../i18n/use-text.ts';
import type { TableColumn } from './table-column.ts';

export interface ColumnChoiceProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly hidden: ReadonlySet<string>;
  readonly onShow: (key: string, shown: boolean) => void;
}

export function ColumnChoice<Row>({ columns, hidden, onShow }: ColumnChoiceProps<Row>) {
  const { t } = useText();

  return (
    <DropdownMenu
      trigger={
        <Button size="compact" icon="settings">
          {t('table.columns')}
        </Button>
      }
    >
      {columns.map(({ key, title, fixed }) => (
        <MenuCheck
          key={key}
          checked={!hidden.has(key)}
          disabled={fixed ?? false}
          onChange={(shown) => onShow(key, shown)}
        >
          {title}
        </MenuCheck>
      ))}
    </DropdownMenu>
  );
}
