import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import styles from './Import.module.css';
import { ImportHistory } from './ImportHistory.tsx';
import { ImportWizard } from './ImportWizard.tsx';

const cx = classNames(styles);

/** `/admin/users/import`: learners out of a spreadsheet. */
export function ImportPage() {
  const { t } = useText();
  const { may } = useRights();
  return (
    <div className={cx('page')}>
      <PageTitle text={t('imports.title')} />
      <PageHeader
        title={t('imports.title')}
        description={t('imports.subtitle')}
        eyebrow={
          may('users.read') ? <Link to="/admin/users">{t('imports.backToUsers')}</Link> : null
        }
      />
      <Card>
        <ImportWizard />
      </Card>
      <Card title={t('imports.historyTitle')} flush>
        <ImportHistory />
      </Card>
    </div>
  );
}
