import type { SecurityDashboard } from '@prahari/contract';
import { useRights } from '../../../domain/users/use-rights.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import styles from './SecurityAudit.module.css';

const cx = classNames(styles);

/** When the installation is tested by itself. */
export function SystemStatusCard({ dashboard }: { readonly dashboard: SecurityDashboard }) {
  const { t } = useText();
  const { may } = useRights();
  const { autoScanEnabled, scanFrequency, nextScheduledScan } = dashboard.systemStatus;
  return (
    <Card title={t('securityAudit.system')}>
      <Facts
        inRows
        facts={[
          [
            t('securityAudit.autoScan'),
            <StatusBadge key="auto" tone={autoScanEnabled ? 'success' : 'neutral'}>
              {t(autoScanEnabled ? 'securityAudit.on' : 'securityAudit.off')}
            </StatusBadge>,
          ],
          [t('securityAudit.scanFrequency'), t(`securityAudit.frequency_${scanFrequency}`)],
          [
            t('securityAudit.nextScan'),
            nextScheduledScan === null ? (
              t('securityAudit.nextNone')
            ) : (
              <Time key="next" value={nextScheduledScan} />
            ),
          ],
        ]}
      />
      {may('system.configure') ? (
        <p className={cx('below')}>
          <Link to="/admin/system#settings-security">{t('securityAudit.changeSchedule')}</Link>
        </p>
      ) : null}
    </Card>
  );
}
