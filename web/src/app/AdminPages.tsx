import { lazy } from 'react';
import { Route, Routes } from '../shared/routing/Routes.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RequireAdministrator, RequirePermission } from './SessionGate.tsx';

// Each a separate chunk; this one includes the texts and glyphs of all.
const HomePage = lazy(() =>
  import('../features/admin/home/HomePage.tsx').then((m) => ({ default: m.HomePage })),
);
const UploadsPage = lazy(() =>
  import('../features/admin/uploads/UploadsPage.tsx').then((m) => ({ default: m.UploadsPage })),
);
const StoragePage = lazy(() =>
  import('../features/admin/storage/StoragePage.tsx').then((m) => ({ default: m.StoragePage })),
);
const JobPage = lazy(() =>
  import('../features/admin/uploads/JobPage.tsx').then((m) => ({ default: m.JobPage })),
);
const VideosPage = lazy(() =>
  import('../features/admin/videos/VideosPage.tsx').then((m) => ({ default: m.VideosPage })),
);
const VideoEditPage = lazy(() =>
  import('../features/admin/videos/VideoEditPage.tsx').then((m) => ({ default: m.VideoEditPage })),
);
const UsersPage = lazy(() =>
  import('../features/admin/users/UsersPage.tsx').then((m) => ({ default: m.UsersPage })),
);
const GroupsPage = lazy(() =>
  import('../features/admin/groups/GroupsPage.tsx').then((m) => ({ default: m.GroupsPage })),
);
const ImportPage = lazy(() =>
  import('../features/admin/import/ImportPage.tsx').then((m) => ({ default: m.ImportPage })),
);
const UserDetailPage = lazy(() =>
  import('../features/admin/users/detail/UserDetailPage.tsx').then((m) => ({
    default: m.UserDetailPage,
  })),
);
const AuditLogPage = lazy(() =>
  import('../features/admin/audit-log/AuditLogPage.tsx').then((m) => ({ default: m.AuditLogPage })),
);
const ClientErrorsPage = lazy(() =>
  import('../features/admin/client-errors/ClientErrorsPage.tsx').then((m) => ({
    default: m.ClientErrorsPage,
  })),
);
const KeySystemsPage = lazy(() =>
  import('../features/admin/key-systems/KeySystemsPage.tsx').then((m) => ({
    default: m.KeySystemsPage,
  })),
);
const SecurityPage = lazy(() =>
  import('../features/admin/security/SecurityPage.tsx').then((m) => ({ default: m.SecurityPage })),
);
const SystemConfigPage = lazy(() =>
  import('../features/admin/system/SystemConfigPage.tsx').then((m) => ({
    default: m.SystemConfigPage,
  })),
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
      <Route element={<RequirePermission name="performance.read" />}>
        <Route path="client-errors" element={<ClientErrorsPage />} />
      </Route>
      <Route element={<RequirePermission name="security.read" />}>
        <Route path="security" element={<SecurityPage />} />
      </Route>
      <Route element={<RequirePermission name="audit-log.read" />}>
        <Route path="audit-log" element={<AuditLogPage />} />
      </Route>
      <Route element={<RequirePermission name="security.read" />}>
        <Route path="key-systems" element={<KeySystemsPage />} />
      </Route>
      <Route element={<RequirePermission name="system.configure" />}>
        <Route path="system" element={<SystemConfigPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
