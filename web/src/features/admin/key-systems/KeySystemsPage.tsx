import { vendorSystems } from '@prahari/contract';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './KeySystems.module.css';
import { LicenceResults } from './LicenceResults.tsx';
import { ProviderRow } from './ProviderRow.tsx';
import { useProviders } from './use-key-systems.ts';

const cx = classNames(styles);

/**
 * `/admin/key-systems`: the licence services, their results, and for super administrators their
 * settings.
 */
export function KeySystemsPage() {
  const { t } = useText();
  const { may } = useRights();
  const mayConfigure = may('system.configure');
  const providers = useProviders(mayConfigure);
  return (
    <>
      <PageTitle text={t('keySystems.title')} />
      <PageHeader title={t('keySystems.title')} description={t('keySystems.subtitle')} />
      <div className={cx('page')}>
        {mayConfigure && !providers.isError ? (
          <Card title={t('keySystems.systems')} description={t('keySystems.systemsText')} flush>
            <ul className={cx('systems')}>
              <li className={cx('system')}>
                <div className={cx('words')}>
                  <h3 className={cx('name')}>
                    {t('keySystems.clearkey')}
                    <StatusBadge tone="success">{t('keySystems.builtIn')}</StatusBadge>
                  </h3>
                  <p className={cx('quiet')}>{t('keySystems.clearKeyText')}</p>
                </div>
              </li>
              {providers.data
                ? providers.data.items.map((provider) => (
                    <ProviderRow key={provider.system} provider={provider} />
                  ))
                : vendorSystems.map((system) => (
                    <li key={system} className={cx('system')}>
                      <div className={cx('words', 'coming')}>
                        <h3 className={cx('name')}>{t(`keySystems.${system}`)}</h3>
                        <Skeleton />
                      </div>
                    </li>
                  ))}
            </ul>
          </Card>
        ) : null}
        {mayConfigure && providers.isError ? (
          <Card>
            <ErrorState
              title={t('keySystems.errorTitle')}
              retryLabel={t('common.retry')}
              retrying={providers.isFetching}
              onRetry={() => void providers.refetch()}
            />
          </Card>
        ) : null}
        <LicenceResults />
      </div>
    </>
  );
}
