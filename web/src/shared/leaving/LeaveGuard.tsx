import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useNavigate } from '../routing/use-address.ts';

export interface LeaveGuardProps {
  /** Whether something would be lost. */
  readonly active: boolean;
  readonly title: string;
  readonly description: string;
  readonly leaveLabel: string;
  readonly stayLabel: string;
  /** Discards what was typed. */
  readonly onLeave?: () => void;
}

/**
 * Asks before a link of this site or the closing of the page loses what was typed. The back button
 * is not asked: browsers let no page hold it.
 */
export function LeaveGuard(props: LeaveGuardProps) {
  const { active, title, description, leaveLabel, stayLabel, onLeave } = props;
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const path = findLeftPath(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path);
    };
    window.addEventListener('beforeunload', warn);
    // Before the router receives it.
    document.addEventListener('click', hold, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('click', hold, { capture: true });
    };
  }, [active]);

  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={(open) => {
        if (!open) setTarget(null);
      }}
      title={title}
      description={description}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      tone="danger"
      onConfirm={() => {
        onLeave?.();
        if (target !== null) navigate(target);
      }}
    />
  );
}

/**
 * Returns the path of this site to which a click leads away in this tab; null for any other click.
 */
function findLeftPath(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!isPlain || !(event.target instanceof Element)) return null;
  const link = event.target.closest('a');
  if (!link || (link.target !== '' && link.target !== '_self')) return null;
  const { origin, pathname, search } = new URL(link.href, window.location.href);
  if (origin !== window.location.origin || pathname === window.location.pathname) return null;
  return `${pathname}${search}`;
}
