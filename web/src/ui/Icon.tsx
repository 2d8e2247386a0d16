import {
  ArrowLeft,
  Check,
  ChevronDown,
  CircleAlert,
  Compass,
  Download,
  Eye,
  EyeOff,
  Film,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Play,
  RefreshCw,
  Search,
  Shield,
  Sun,
  TriangleAlert,
  Upload,
  User,
  Users,
  X,
} from 'lucide-react';
import type { MoreIcons } from './more-icons.ts';

/** The icons of the first pages; others are loaded with the pages that show them. */
const FIRST_ICONS = {
  'arrow-left': ArrowLeft,
  check: Check,
  'chevron-down': ChevronDown,
  close: X,
  compass: Compass,
  download: Download,
  error: CircleAlert,
  'exit-to-app': LogOut,
  film: Film,
  monitor: Monitor,
  moon: Moon,
  play: Play,
  refresh: RefreshCw,
  search: Search,
  shield: Shield,
  sun: Sun,
  upload: Upload,
  user: User,
  users: Users,
  visibility: Eye,
  'visibility-off': EyeOff,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof FIRST_ICONS | keyof MoreIcons;

const icons = new Map<string, LucideIcon>(Object.entries(FIRST_ICONS));

/** Makes the glyphs of `more-icons.ts` known; awaited before a page that shows them. */
export function addIcons(more: MoreIcons): void {
  for (const [name, glyph] of Object.entries(more)) icons.set(name, glyph);
}

export interface IconProps {
  readonly name: IconName;
  /** Edge in pixels at the base font size; scales with it. */
  readonly size?: number;
  readonly className?: string;
}

/** A decorative glyph: the name for assistive technology belongs to the control around it. */
export function Icon({ name, size = 18, className }: IconProps) {
  const Glyph = icons.get(name);
  if (!Glyph) return null;
  return (
    <Glyph
      aria-hidden="true"
      focusable="false"
      size={`${size / 16}rem`}
      strokeWidth={1.75}
      className={className ?? ''}
    />
  );
}
