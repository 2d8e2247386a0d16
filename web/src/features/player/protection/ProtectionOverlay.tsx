import { Suspense } from 'react';
import { lazyInPlayer } from '../lazy-in-player.ts';
import { opensDeveloperTools } from './detectors/blocked-hotkey.ts';
import { TerminatedOverlay } from './TerminatedOverlay.tsx';
import type { Protection } from './use-protection.ts';
import { ViolationOverlay } from './ViolationOverlay.tsx';

const rowExtras = () => import('../extras/row-extras.ts');
const TriggerLine = lazyInPlayer(() => rowExtras().then((m) => m.TriggerLine));
const WatermarkHiddenOverlay = lazyInPlayer(() =>
  rowExtras().then((m) => m.WatermarkHiddenOverlay),
);

export interface ProtectionOverlayProps {
  readonly protection: Protection;
  readonly videoId: string;
}

/** Shows the most serious message, over picture and controls. */
export function ProtectionOverlay({ protection, videoId }: ProtectionOverlayProps) {
  const { terminated, warning, trigger, watermarkHidden, dismiss } = protection;
  const reason = trigger && (
    <Suspense>
      <TriggerLine trigger={trigger} />
    </Suspense>
  );
  if (terminated) return <TerminatedOverlay videoId={videoId} reason={reason} />;
  if (warning) {
    return (
      <ViolationOverlay
        warning={warning}
        reason={reason}
        isOfTools={trigger?.hotkey !== undefined && opensDeveloperTools(trigger.hotkey)}
        onDismiss={dismiss}
      />
    );
  }
  return watermarkHidden ? (
    <Suspense>
      <WatermarkHiddenOverlay />
    </Suspense>
  ) : null;
}
