import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { type ConfigView, isNarrowed } from './config-search.ts';
import styles from './System.module.css';

const cx = classNames(styles);

export interface ConfigToolbarProps {
  readonly view: ConfigView;
  /** How many settings the view shows. */
  readonly found: number;
  /** How many differ from their default. */
  readonly changed: number;
  readonly onChange: (view: ConfigView) => void;
}

/** Finds a setting by its words, or those that were changed. */
export function ConfigToolbar({ view, found, changed, onChange }: ConfigToolbarProps) {
  const { t } = useText();
  return (
    <div className={cx('toolbar')}>
      <div className={cx('search')}>
        <TextField
          type="search"
          label={t('systemConfig.search')}
          labelHidden
          placeholder={t('systemConfig.search')}
          value={view.search}
          onChange={({ target }) => onChange({ ...view, search: target.value })}
          onKeyDown={(event) => {
            // It would save.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      <Segmented
        label={t('systemConfig.shown')}
        value={view.changedOnly ? 'changed' : 'all'}
        options={[
          { value: 'all', label: t('systemConfig.shownAll') },
          { value: 'changed', label: t('systemConfig.shownChanged', { count: changed }) },
        ]}
        onChange={(value) => onChange({ ...view, changedOnly: value === 'changed' })}
      />
      <VisuallyHidden>
        <span role="status">
          {isNarrowed(view) ? t('systemConfig.found', { count: found }) : ''}
        </span>
      </VisuallyHidden>
    </div>
  );
}
