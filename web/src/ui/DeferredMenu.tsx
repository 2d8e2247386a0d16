import { type ComponentType, type ReactElement, Suspense, useState } from 'react';

export interface DeferredMenuContentProps {
  readonly trigger: ReactElement;
  readonly defaultOpen: boolean;
}

export interface DeferredMenuProps {
  /** Renders the button; `onClick` is absent once the menu itself listens. */
  readonly renderTrigger: (onClick?: () => void) => ReactElement;
  /** A `lazy` component around `DropdownMenu`, to which it hands both props. */
  readonly menu: ComponentType<DeferredMenuContentProps>;
}

/**
 * A menu whose code is fetched when its button is first used: menus are a fifth of what a page would
 * otherwise load, and most visits open none.
 */
export function DeferredMenu({ renderTrigger, menu: Menu }: DeferredMenuProps) {
  const [wanted, setWanted] = useState(false);
  if (!wanted) return renderTrigger(() => setWanted(true));
  return (
    <Suspense fallback={renderTrigger()}>
      <Menu trigger={renderTrigger()} defaultOpen />
    </Suspense>
  );
}
