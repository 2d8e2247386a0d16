import type { UserDetail } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { SubjectActivity } from '../../../../domain/activity/SubjectActivity.tsx';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useLocation, useNavigate } from '../../../../shared/routing/use-address.ts';
import { Tabs } from '../../../../ui/Tabs.tsx';
import type { UserAct } from '../user-acts.ts';
import { CheckTab } from './CheckTab.tsx';
import { LearningTab } from './LearningTab.tsx';
import { type LearnerTab, learnerTabs, readTab } from './learner-view.ts';
import { OverviewTab } from './OverviewTab.tsx';
import { VideosTab } from './VideosTab.tsx';

export interface LearnerTabsProps {
  readonly user: UserDetail;
  /** The account with its devices and sign-ins. */
  readonly account: ReactNode;
  readonly onAct: (act: UserAct) => void;
}

/** All about a learner, each part under an address of its own. */
export function LearnerTabs({ user, account, onAct }: LearnerTabsProps) {
  const { t } = useText();
  const { may } = useRights();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [firstSearch] = useState(search);
  const [isOpening, setOpening] = useState(true);
  if (isOpening && search !== firstSearch) setOpening(false);
  const content: Record<LearnerTab, ReactNode> = {
    overview: <OverviewTab user={user} />,
    videos: <VideosTab userId={user.id} />,
    learning: <LearningTab userId={user.id} />,
    check: <CheckTab user={user} isOpening={isOpening} onAct={onAct} />,
    activity: <SubjectActivity subject={{ user: user.id }} />,
    account,
  };
  const offered = learnerTabs.filter(
    (tab) =>
      (tab !== 'activity' || may('alerts.read')) && (tab !== 'learning' || may('analytics.read')),
  );
  const asked = readTab(search);
  return (
    <Tabs
      label={user.name}
      value={offered.includes(asked) ? asked : 'overview'}
      onChange={(tab) => navigate({ search: `tab=${tab}` }, { replace: true })}
      tabs={offered.map((value) => ({
        value,
        label: t(`learner.tab_${value}`),
        content: content[value],
      }))}
    />
  );
}
