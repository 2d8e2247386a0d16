import {
  ArrowLeft,
  ArrowRight,
  Ban,
  Check,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  CloudOff,
  Compass,
  Copy,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  FileVideo,
  Film,
  Funnel,
  Info,
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Pencil,
  Play,
  Plus,
  RefreshCw,
  Save,
  Search,
  Settings,
  Shield,
  Sun,
  Trash2,
  TriangleAlert,
  Upload,
  User,
  UserPlus,
  Users,
  X,
} from 'lucide-react';

const ICONS = {
  add: Plus,
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  block: Ban,
  cancel: CircleX,
  check: Check,
  'check-circle': CircleCheck,
  'chevron-down': ChevronDown,
  'chevron-right': ChevronRight,
  clock: Clock,
  close: X,
  compass: Compass,
  copy: Copy,
  delete: Trash2,
  download: Download,
  edit: Pencil,
  error: CircleAlert,
  'exit-to-app': LogOut,
  film: Film,
  filter: Funnel,
  info: Info,
  'lock-reset': KeyRound,
  monitor: Monitor,
  moon: Moon,
  more: Ellipsis,
  offline: CloudOff,
  'person-add': UserPlus,
  play: Play,
  refresh: RefreshCw,
  save: Save,
  search: Search,
  settings: Settings,
  shield: Shield,
  sun: Sun,
  upload: Upload,
  user: User,
  users: Users,
  'video-file': FileVideo,
  visibility: Eye,
  'visibility-off': EyeOff,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

export interface IconProps {
  readonly name: IconName;
  /** Edge in pixels at the base font size; scales with it. */
  readonly size?: number;
  readonly className?: string;
}

/** A decorative glyph: the name for assistive technology belongs to the control around it. */
export function Icon({ name, size = 18, className }: IconProps) {
  const Glyph = ICONS[name];
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
