import { isAdministrator, type Permission } from '@prahari/contract';
import { useRights } from '../domain/users/use-rights.ts';
import { useSession } from '../shared/api/api-context.ts';
import { Outlet, Route, Routes } from '../shared/routing/Routes.tsx';
import { NotFoundPage } from './lazy-not-found-page.ts';
import { lazyWithTexts } from './lazy-with-texts.ts';

// Each a separate chunk that is fetched beside the texts of all: on a slow line, these take as long
// as a page.
const HomePage = lazyWithTexts('admin', () =>
  import('../features/admin/home/HomePage.tsx').then((m) => m.HomePage),
);
const UploadsPage = lazyWithTexts('admin', () =>
  import('../features/admin/uploads/UploadsPage.tsx').then((m) => m.UploadsPage),
);
const StoragePage = lazyWithTexts('admin', () =>
  import('../features/admin/storage/StoragePage.tsx').then((m) => m.StoragePage),
);
const JobPage = lazyWithTexts('admin', () =>
  import('../features/admin/uploads/JobPage.tsx').then((m) => m.JobPage),
);
const VideosPage = lazyWithTexts('admin', () =>
  import('../features/admin/videos/VideosPage.tsx').then((m) => m.VideosPage),
);
const VideoEditPage = lazyWithTexts('admin', () =>
  import('../features/admin/videos/VideoEditPage.tsx').then((m) => m.VideoEditPage),
);
const UsersPage = lazyWithTexts('admin', () =>
  import('../features/admin/users/UsersPage.tsx').then((m) => m.UsersPage),
);
const GroupsPage = lazyWithTexts('admin', () =>
  import('../features/admin/groups/GroupsPage.tsx').then((m) => m.GroupsPage),
);
const ImportPage = lazyWithTexts('admin', () =>
  import('../features/admin/import/ImportPage.tsx').then((m) => m.ImportPage),
);
const UserDetailPage = lazyWithTexts('admin', () =>
  import('../features/admin/users/detail/UserDetailPage.tsx').then((m) => m.UserDetailPage),
);
const AuditLogPage = lazyWithTexts('admin', () =>
  import('../features/admin/audit-log/AuditLogPage.tsx').then((m) => m.AuditLogPage),
);
const ClientErrorsPage = lazyWithTexts('admin', () =>
  import('../features/admin/client-errors/ClientErrorsPage.tsx').then((m) => m.ClientErrorsPage),
);
const AnalyticsPage = lazyWithTexts('admin', () =>
  import('../features/admin/analytics/AnalyticsPage.tsx').then((m) => m.AnalyticsPage),
);
const PerformancePage = lazyWithTexts('admin', () =>
  import('../features/admin/performance/PerformancePage.tsx').then((m) => m.PerformancePage),
);
const QualityPage = lazyWithTexts('admin', () =>
  import('../features/admin/quality/QualityPage.tsx').then((m) => m.QualityPage),
);
const SystemHealthPage = lazyWithTexts('admin', () =>
  import('../features/admin/performance/SystemHealthPage.tsx').then((m) => m.SystemHealthPage),
);
const KeySystemsPage = lazyWithTexts('admin', () =>
  import('../features/admin/key-systems/KeySystemsPage.tsx').then((m) => m.KeySystemsPage),
);
const SecurityPage = lazyWithTexts('admin', () =>
  import('../features/admin/security/SecurityPage.tsx').then((m) => m.SecurityPage),
);
const SecurityAuditPage = lazyWithTexts(['admin', 'security-checks'], () =>
  import('../features/admin/security-audit/SecurityAuditPage.tsx').then((m) => m.SecurityAuditPage),
);
const AuditReportPage = lazyWithTexts(['admin', 'security-checks'], () =>
  import('../features/admin/security-audit/report/AuditReportPage.tsx').then(
    (m) => m.AuditReportPage,
  ),
);
const FindingsPage = lazyWithTexts(['admin', 'security-checks'], () =>
  import('../features/admin/security-audit/FindingsPage.tsx').then((m) => m.FindingsPage),
);
const AlertsPage = lazyWithTexts('admin', () =>
  import('../features/admin/alerts/AlertsPage.tsx').then((m) => m.AlertsPage),
);
const ActivityPage = lazyWithTexts('admin', () =>
  import('../features/admin/activity/ActivityPage.tsx').then((m) => m.ActivityPage),
);
const SystemConfigPage = lazyWithTexts('admin', () =>
  import('../features/admin/system/SystemConfigPage.tsx').then((m) => m.SystemConfigPage),
);

const RunnersPage = lazyWithTexts('admin', () =>
  import('../features/admin/runners/RunnersPage.tsx').then((m) => m.RunnersPage),
);

const NoAccessPage = lazyWithTexts('admin', () =>
  import('./NoAccessPage.tsx').then((m) => m.NoAccessPage),
);

/** Everything under `/admin`, each page behind the right that it needs. */
export function AdminPages() {
  return (
    <Routes>
      <Route element={<RequireAdministrator />}>
        <Route path="/" element={<HomePage />} />
      </Route>
      <Route element={<RequirePermission name="videos.write" />}>
        <Route path="uploads" element={<UploadsPage />} />
        <Route path="storage" element={<StoragePage />} />
        <Route path="uploads/:id" element={<JobPage />} />
        <Route path="videos" element={<VideosPage />} />
        <Route path="videos/:id" element={<VideoEditPage />} />
      </Route>
      <Route element={<RequirePermission name="users.import" />}>
        <Route path="users/import" element={<ImportPage />} />
      </Route>
      <Route element={<RequirePermission name="users.read" />}>
        <Route path="groups" element={<GroupsPage />} />
        <Route path="users" element={<UsersPage />} />
        <Route path="users/:id" element={<UserDetailPage />} />
      </Route>
      <Route element={<RequirePermission name="analytics.read" />}>
        <Route path="analytics" element={<AnalyticsPage />} />
        <Route path="quality" element={<QualityPage />} />
      </Route>
      <Route element={<RequirePermission name="performance.read" />}>
        <Route path="client-errors" element={<ClientErrorsPage />} />
        <Route path="performance" element={<PerformancePage />} />
        <Route path="health" element={<SystemHealthPage />} />
      </Route>
      <Route element={<RequirePermission name="alerts.read" />}>
        <Route path="alerts" element={<AlertsPage />} />
        <Route path="activity" element={<ActivityPage />} />
      </Route>
      <Route element={<RequirePermission name="security.read" />}>
        <Route path="security" element={<SecurityPage />} />
      </Route>
      <Route element={<RequirePermission name="security.audit" />}>
        <Route path="security/audits" element={<SecurityAuditPage />} />
        <Route path="security/audits/:id" element={<AuditReportPage />} />
        <Route path="security/findings" element={<FindingsPage />} />
      </Route>
      <Route element={<RequirePermission name="audit-log.read" />}>
        <Route path="audit-log" element={<AuditLogPage />} />
      </Route>
      <Route element={<RequirePermission name="security.read" />}>
        <Route path="key-systems" element={<KeySystemsPage />} />
      </Route>
      <Route element={<RequirePermission name="system.configure" />}>
        <Route path="system" element={<SystemConfigPage />} />
        <Route path="runners" element={<RunnersPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** Lets every administrator pass. Comfort only: the server judges each call. */
function RequireAdministrator() {
  const { context } = useSession();
  return context && isAdministrator(context.userType) ? <Outlet /> : <NoAccessPage />;
}

/** Lets administrators with one right pass; the others read which one the page needs. */
function RequirePermission({ name }: { readonly name: Permission }) {
  return useRights().may(name) ? <Outlet /> : <NoAccessPage needs={name} />;
}
