import type { DeviceFacts } from '@prahari/contract';

/** Reads what this browser says of its machine now. */
export function readDevice(): DeviceFacts {
  const { userAgent, maxTouchPoints } = navigator;
  return {
    userAgent,
    isMobileHint: isMobileHint(navigator),
    // Older browsers have none.
    touchPoints: maxTouchPoints ?? 0,
    hasFinePointer: window.matchMedia('(any-pointer: fine)').matches,
    screenWidth: window.screen.width,
    screenHeight: window.screen.height,
    pixelRatio: window.devicePixelRatio,
  };
}

/** Client hints exist in Chromium alone and are in no type yet. */
function isMobileHint(source: object): boolean {
  const hints: unknown = Reflect.get(source, 'userAgentData');
  return typeof hints === 'object' && hints !== null && Reflect.get(hints, 'mobile') === true;
}
