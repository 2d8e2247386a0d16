import { type Bytes, toBase64url } from './seal.ts';

/**
 * Hashes what a machine is, and a copied profile does not bring along: system, processor, memory and
 * graphics. Nothing of it changes with an update of the browser, a journey, another screen or a
 * setting.
 */
export async function takeDevicePrint(): Promise<string> {
  const memory = 'deviceMemory' in navigator ? String(navigator.deviceMemory) : '';
  const parts = [navigator.platform, String(navigator.hardwareConcurrency), memory, nameGraphics()];
  const bytes: Bytes = new TextEncoder().encode(parts.join('\n'));
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function nameGraphics(): string {
  try {
    const context = document.createElement('canvas').getContext('webgl');
    const info = context?.getExtension('WEBGL_debug_renderer_info');
    if (!context || !info) return '';
    const name = String(context.getParameter(info.UNMASKED_RENDERER_WEBGL));
    context.getExtension('WEBGL_lose_context')?.loseContext();
    // Numbers are those of drivers, which are updated.
    return name.replace(/[\d.]+/g, '');
  } catch {
    return '';
  }
}
