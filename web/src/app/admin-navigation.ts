import type { Permission } from '@prahari/contract';
import type { TextKey } from '../shared/i18n/text-key.ts';
import type { IconName } from '../ui/Icon.tsx';

/** Of those that come with the first page, and need no value. */
type NavText = 'library.title' | Extract<TextKey, `common.nav${string}`>;

export interface AdminEntry {
  readonly to: string;
  readonly label: NavText;
  readonly icon: IconName;
  /** Only the exact address counts as present. */
  readonly end?: boolean;
  /** The address of another page of it. */
  readonly also?: string;
  /** The permission needed to see it; without one it is shown to every administrator. */
  readonly right?: Permission;
  /** Hidden from users with this permission, since one of their pages leads there. */
  readonly unless?: Permission;
}

export interface AdminSection {
  readonly name: NavText;
  readonly entries: readonly AdminEntry[];
}

export const adminHome: AdminEntry = {
  to: '/admin',
  label: 'common.navHome',
  icon: 'dashboard',
  end: true,
};

const sections: readonly AdminSection[] = [
  {
    name: 'common.navTeach',
    entries: [
      { to: '/', label: 'library.title', icon: 'film', end: true },
      { to: '/admin/videos', label: 'common.navVideos', icon: 'video', right: 'videos.write' },
      { to: '/admin/uploads', label: 'common.navUploads', icon: 'upload', right: 'videos.write' },
    ],
  },
  {
    name: 'common.navPeople',
    entries: [
      { to: '/admin/users', label: 'common.navUsers', icon: 'users', right: 'users.read' },
      { to: '/admin/groups', label: 'common.navGroups', icon: 'groups', right: 'users.read' },
      {
        to: '/admin/analytics',
        label: 'common.navAnalytics',
        icon: 'chart',
        right: 'analytics.read',
      },
      {
        to: '/admin/users/import',
        label: 'common.navImport',
        icon: 'spreadsheet',
        right: 'users.import',
        unless: 'users.read',
      },
    ],
  },
  {
    name: 'common.navProtect',
    entries: [
      {
        to: '/admin/alerts',
        label: 'common.navAlerts',
        icon: 'bell',
        also: '/admin/activity',
        right: 'alerts.read',
      },
      {
        to: '/admin/security',
        label: 'common.navSecurity',
        icon: 'shield-alert',
        end: true,
        right: 'security.read',
      },
      {
        to: '/admin/security/audits',
        label: 'common.navSecurityAudit',
        icon: 'shield-check',
        also: '/admin/security/findings',
        right: 'security.audit',
      },
      {
        to: '/admin/key-systems',
        label: 'common.navKeySystems',
        icon: 'lock-reset',
        right: 'security.read',
      },
    ],
  },
  {
    name: 'common.navOperate',
    entries: [
      { to: '/admin/storage', label: 'common.navStorage', icon: 'disk', right: 'videos.write' },
      {
        to: '/admin/client-errors',
        label: 'common.navClientErrors',
        icon: 'bug',
        right: 'performance.read',
      },
      {
        to: '/admin/performance',
        label: 'common.navPerformance',
        icon: 'gauge',
        right: 'performance.read',
      },
      {
        to: '/admin/quality',
        label: 'common.navQuality',
        icon: 'signal',
        right: 'analytics.read',
      },
      {
        to: '/admin/health',
        label: 'common.navHealth',
        icon: 'activity',
        right: 'performance.read',
      },
      {
        to: '/admin/runners',
        label: 'common.navRunners',
        icon: 'monitor',
        right: 'system.configure',
      },
      { to: '/admin/audit-log', label: 'common.navAuditLog', icon: 'log', right: 'audit-log.read' },
      {
        to: '/admin/system',
        label: 'common.navSystem',
        icon: 'settings',
        right: 'system.configure',
      },
    ],
  },
];

/** Lists what an administrator may open, by section; a section with nothing in it is left out. */
export function listSections(may: (right: Permission) => boolean): readonly AdminSection[] {
  return sections.flatMap(({ name, entries }) => {
    const offered = entries.filter(
      ({ right, unless }) => (!right || may(right)) && !(unless && may(unless)),
    );
    return offered.length > 0 ? [{ name, entries: offered }] : [];
  });
}
