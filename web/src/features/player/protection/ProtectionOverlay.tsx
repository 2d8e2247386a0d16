import { TerminatedOverlay } from './TerminatedOverlay.tsx';
import type { Protection } from './use-protection.ts';
import { ViolationOverlay } from './ViolationOverlay.tsx';
import { WatermarkHiddenOverlay } from './WatermarkHiddenOverlay.tsx';

/** The gravest of what there is to say, over picture and controls. */
export function ProtectionOverlay({ protection }: { readonly protection: Protection }) {
  const { terminated, warning, watermarkHidden, dismiss } = protection;
  if (terminated) return <TerminatedOverlay />;
  if (warning !== null) return <ViolationOverlay warning={warning} onDismiss={dismiss} />;
  return watermarkHidden ? <WatermarkHiddenOverlay /> : null;
}
