import type { SystemConfigView } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { CONFIG_SECTIONS } from './config-fields.ts';
import styles from './System.module.css';
import { useSystemConfig } from './use-system-config.ts';

const cx = classNames(styles);

/** `/admin/system`: the settings that a super administrator changes while the product runs. */
export function SystemConfigPage() {
  const { t } = useText();
  const config = useSystemConfig();
  return (
    <>
      <PageTitle text={t('systemConfig.title')} />
      <div className={cx('whole')}>
        <PageHeader title={t('systemConfig.title')} description={t('systemConfig.subtitle')} />
        <div className={cx('page')}>
          {config.isPending ? (
            <Loading label={t('common.loading')}>
              <div className={cx('page')}>
                <Skeleton width="12rem" />
                {CONFIG_SECTIONS.map(({ name }) => (
                  <Card key={name} title={t(`systemConfig.${name}`)}>
                    <div className={cx('fields')}>
                      <Skeleton shape="block" />
                      <Skeleton shape="block" />
                      <Skeleton shape="block" />
                      <Skeleton shape="block" />
                    </div>
                  </Card>
                ))}
              </div>
            </Loading>
          ) : null}
          {config.isError && !config.data ? (
            <Card>
              <ErrorState
                title={t('systemConfig.errorTitle')}
                retryLabel={t('common.retry')}
                retrying={config.isFetching}
                onRetry={() => void config.refetch()}
              />
            </Card>
          ) : null}
          {config.data ? (
            <>
              <LastChange view={config.data} />
              <ConfigForm view={config.data} />
            </>
          ) : null}
        </div>
      </div>
    </>
  );
}

function LastChange({ view }: { readonly view: SystemConfigView }) {
  const { t } = useText();
  const { updatedAt, updatedBy } = view;
  if (updatedAt === null) return null;
  const said = updatedBy
    ? t('systemConfig.changedBy', { name: updatedBy.name })
    : t('systemConfig.changed');
  return (
    <p className={cx('state')}>
      {said} · <Time value={updatedAt} />
    </p>
  );
}
