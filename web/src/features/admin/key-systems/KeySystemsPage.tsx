import { vendorSystems } from '@prahari/contract';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import styles from './KeySystems.module.css';
import { LicenceResults } from './LicenceResults.tsx';
import { ProviderCard } from './ProviderCard.tsx';
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
        {mayConfigure ? (
          <div className={cx('systems')}>
            <Card title={t('keySystems.clearkey')}>
              <p className={cx('quiet')}>{t('keySystems.clearKeyText')}</p>
            </Card>
            {providers.isPending
              ? vendorSystems.map((system) => (
                  <Card key={system} title={t(`keySystems.${system}`)}>
                    <div className={cx('service')}>
                      <Skeleton />
                    </div>
                  </Card>
                ))
              : null}
            {providers.data?.items.map((provider) => (
              <ProviderCard key={provider.system} provider={provider} />
            ))}
          </div>
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
