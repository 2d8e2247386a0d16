import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { IncidentsTab } from './IncidentsTab.tsx';
import { PlaybacksTab } from './PlaybacksTab.tsx';
import { TerminationsTab } from './TerminationsTab.tsx';
import { WatermarkTab } from './WatermarkTab.tsx';

const TABS = ['incidents', 'terminations', 'watermarks', 'playbacks'] as const;
const CONTENT = {
  incidents: <IncidentsTab />,
  terminations: <TerminationsTab />,
  watermarks: <WatermarkTab />,
  playbacks: <PlaybacksTab />,
};

/** `/admin/security`: incidents, terminations, the watermark search, and protection. */
export function SecurityPage() {
  const { t } = useText();
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('tab');
  const shown = TABS.find((tab) => tab === asked) ?? 'incidents';
  return (
    <>
      <PageTitle text={t('security.title')} />
      <PageHeader title={t('security.title')} description={t('security.subtitle')} />
      <Tabs
        label={t('security.title')}
        value={shown}
        onChange={(tab) => navigate({ search: `tab=${tab}` }, { replace: true })}
        tabs={TABS.map((value) => ({
          value,
          label: t(`security.${value}`),
          content: CONTENT[value],
        }))}
      />
    </>
  );
}
