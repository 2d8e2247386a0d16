import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { type ConfigDraft, listChangedPaths } from './config-draft.ts';
import { ALL_FIELDS } from './config-fields.ts';
import styles from './System.module.css';
import { useValueText } from './use-value-text.ts';

const cx = classNames(styles);

export interface ConfigConflictProps {
  readonly before: ConfigDraft;
  readonly present: ConfigDraft;
  readonly mine: ConfigDraft;
  readonly saving: boolean;
  readonly onTakePresent: () => void;
  readonly onReapply: () => void;
}

/**
 * Shows a conflict with another administrator who saved first: the old, the current and the typed
 * values, and the choice.
 */
export function ConfigConflict(props: ConfigConflictProps) {
  const { before, present, mine } = props;
  const { t } = useText();
  const valueText = useValueText();
  const theirs = listChangedPaths(before, present);
  const own = listChangedPaths(before, mine);
  const rows = ALL_FIELDS.filter(({ path }) => theirs.includes(path) || own.includes(path));
  return (
    <Card title={t('systemConfig.conflictTitle')} description={t('systemConfig.conflictText')}>
      <div role="alert" className={cx('form')}>
        <Table caption={t('systemConfig.conflictTitle')}>
          <thead>
            <tr>
              <HeaderCell>{t('systemConfig.conflictField')}</HeaderCell>
              <HeaderCell>{t('systemConfig.conflictBefore')}</HeaderCell>
              <HeaderCell>{t('systemConfig.conflictNow')}</HeaderCell>
              <HeaderCell>{t('systemConfig.conflictMine')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((field) => (
              <tr key={field.path}>
                <Cell>{t(`systemConfig.${field.name}`)}</Cell>
                <Cell>{valueText(field, before[field.path])}</Cell>
                <Cell>
                  <Emphasis
                    on={theirs.includes(field.path)}
                    text={valueText(field, present[field.path])}
                  />
                </Cell>
                <Cell>
                  <Emphasis
                    on={own.includes(field.path)}
                    text={valueText(field, mine[field.path])}
                  />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
        <div className={cx('actions')}>
          <Button onClick={props.onTakePresent}>{t('systemConfig.conflictReload')}</Button>
          <Button variant="primary" loading={props.saving} onClick={props.onReapply}>
            {t('systemConfig.conflictReapply')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Emphasis({ on, text }: { readonly on: boolean; readonly text: string }) {
  return on ? <strong>{text}</strong> : text;
}
