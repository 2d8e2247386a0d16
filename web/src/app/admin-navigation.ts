import type { Permission } from '@prahari/contract';
import type { TextKey } from '../shared/i18n/text-key.ts';
import type { IconName } from '../ui/Icon.tsx';

/** Of those that come with the frame of administrators, and need no value. */
type NavText = 'library.title' | Extract<TextKey, `navigation.${string}`>;

export interface AdminPage {
  readonly to: string;
  readonly label: NavText;
  /** Only the exact address counts as present. */
  readonly end?: boolean;
  /** The address of another page of it. */
  readonly also?: string;
  /** The permission needed to see it; without one it is shown to every administrator. */
  readonly right?: Permission;
  /** Hidden from users with this permission, since one of their pages leads there. */
  readonly unless?: Permission;
}

/** One link of the navigation: a page, or several that are tabs of one place. */
export interface AdminPlace {
  readonly label: NavText;
  readonly icon: IconName;
  readonly pages: readonly [AdminPage, ...AdminPage[]];
}

interface AdminSection {
  readonly name: NavText;
  readonly places: readonly AdminPlace[];
}

export const adminHome: AdminPlace = placeOf('dashboard', {
  to: '/admin',
  label: 'navigation.home',
  end: true,
});

const sections: readonly AdminSection[] = [
  {
    name: 'navigation.teach',
    places: [
      placeOf('film', { to: '/', label: 'library.title', end: true }),
      placeOf('video', { to: '/admin/videos', label: 'navigation.videos', right: 'videos.write' }),
      placeOf('upload', {
        to: '/admin/uploads',
        label: 'navigation.uploads',
        right: 'videos.write',
      }),
    ],
  },
  {
    name: 'navigation.people',
    places: [
      placeOf('users', { to: '/admin/users', label: 'navigation.users', right: 'users.read' }),
      placeOf('groups', { to: '/admin/groups', label: 'navigation.groups', right: 'users.read' }),
      placeOf('chart', {
        to: '/admin/analytics',
        label: 'navigation.analytics',
        right: 'analytics.read',
      }),
      placeOf('spreadsheet', {
        to: '/admin/users/import',
        label: 'navigation.import',
        right: 'users.import',
        unless: 'users.read',
      }),
    ],
  },
  {
    name: 'navigation.protect',
    places: [
      placeOf('bell', {
        to: '/admin/alerts',
        label: 'navigation.alerts',
        also: '/admin/activity',
        right: 'alerts.read',
      }),
      {
        label: 'navigation.security',
        icon: 'shield-alert',
        pages: [
          {
            to: '/admin/security',
            label: 'navigation.incidents',
            end: true,
            right: 'security.read',
          },
          {
            to: '/admin/security/audits',
            label: 'navigation.securityAudit',
            also: '/admin/security/findings',
            right: 'security.audit',
          },
          {
            to: '/admin/key-systems',
            label: 'navigation.keySystems',
            right: 'security.read',
          },
          { to: '/admin/audit-log', label: 'navigation.auditLog', right: 'audit-log.read' },
        ],
      },
    ],
  },
  {
    name: 'navigation.operate',
    places: [
      {
        label: 'navigation.operations',
        icon: 'activity',
        pages: [
          { to: '/admin/health', label: 'navigation.health', right: 'performance.read' },
          { to: '/admin/performance', label: 'navigation.performance', right: 'performance.read' },
          { to: '/admin/quality', label: 'navigation.quality', right: 'analytics.read' },
          {
            to: '/admin/client-errors',
            label: 'navigation.clientErrors',
            right: 'performance.read',
          },
          { to: '/admin/storage', label: 'navigation.storage', right: 'videos.write' },
          { to: '/admin/runners', label: 'navigation.runners', right: 'system.configure' },
        ],
      },
      placeOf('settings', {
        to: '/admin/system',
        label: 'navigation.system',
        right: 'system.configure',
      }),
    ],
  },
];

function placeOf(icon: IconName, page: AdminPage): AdminPlace {
  return { label: page.label, icon, pages: [page] };
}

/**
 * Lists what an administrator may open, by section; a section with nothing in it is left out. A
 * place of which one page is left has the name of that page.
 */
export function listSections(may: (right: Permission) => boolean): readonly AdminSection[] {
  const isOffered = ({ right, unless }: AdminPage) =>
    (!right || may(right)) && !(unless && may(unless));
  return sections.flatMap(({ name, places }) => {
    const offered = places.flatMap(({ label, icon, pages }) => {
      const [first, ...more] = pages.filter(isOffered);
      if (!first) return [];
      if (more.length === 0) return [placeOf(icon, first)];
      return [{ label, icon, pages: [first, ...more] } satisfies AdminPlace];
    });
    return offered.length > 0 ? [{ name, places: offered }] : [];
  });
}

/** Whether the page at an address is this one, or one below it. */
export function isOpen({ to, end = false, also }: AdminPage, pathname: string): boolean {
  return pathname === to || pathname === also || (!end && pathname.startsWith(`${to}/`));
}

/**
 * Finds the tabs above the page at an address. A page alone has none, nor has one below a tab: it
 * has its own way back.
 */
export function findTabs(
  may: (right: Permission) => boolean,
  pathname: string,
): AdminPlace | undefined {
  return listSections(may)
    .flatMap(({ places }) => places)
    .find(({ pages }) => pages.length > 1 && pages.some(({ to }) => to === pathname));
}
