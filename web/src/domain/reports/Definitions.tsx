import type { ReactNode } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './Reports.module.css';

const cx = classNames(styles);

/** How the figures of a page are counted, out of the way of those who know. */
export function Definitions({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  return (
    <details className={cx('definitions')}>
      <summary>{t('reports.definitions')}</summary>
      <dl>{children}</dl>
    </details>
  );
}

interface DefinitionProps {
  readonly name: string;
  readonly about: string;
  readonly value?: string;
  readonly note?: ReactNode;
}

/** Of one figure, with its value where it stands nowhere else. */
export function Definition({ name, about, value, note }: DefinitionProps) {
  return (
    <div>
      <dt>
        {value === undefined ? name : `${name}: ${value}`}
        {value === undefined || note === undefined ? null : <> · {note}</>}
      </dt>
      <dd>{about}</dd>
    </div>
  );
}
