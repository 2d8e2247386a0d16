import * as z from 'zod/mini';

const measure = z.number().check(z.gte(0), z.lte(1_000_000));

/** What a browser says about its screen and pointers: a claim, like its user agent. */
export const machineFactsSchema = z.object({
  /** The client hint (`navigator.userAgentData.mobile`), where there is one. */
  isMobileHint: z.boolean(),
  touchPoints: measure,
  /** Whether a mouse, touchpad or similar is attached. */
  hasFinePointer: z.boolean(),
  /** In CSS pixels, as the system lays out its desktop. */
  screenWidth: measure,
  screenHeight: measure,
  /** Device pixels for one CSS pixel. */
  pixelRatio: measure,
});
export type MachineFacts = z.infer<typeof machineFactsSchema>;

/** What a browser says about the machine that it runs on. */
export interface DeviceFacts extends Readonly<MachineFacts> {
  readonly userAgent: string;
}

/** Least width of a desktop's screen in device pixels, unless the server's policy says otherwise. */
export const usualMinimumPixels = 1366;

export type DeviceVerdict = 'allowed' | 'mobile' | 'small-screen';

/** Why a device can't be bound: `details.cannotPlay` of the refusal `device_cannot_play`. */
export const cannotPlaySchema = z.object({
  verdict: z.enum(['mobile', 'small-screen']),
  /** Least width of a screen, in device pixels. */
  minimumScreenPixels: z.int(),
});
export type CannotPlay = z.infer<typeof cannotPlaySchema>;

/** Specification, section 5. A TV's name may hold words of phones, so TVs are asked for first. */
const tv =
  /android ?tv|smart-?tv|tizen|web0?os|google ?tv|hbbtv|roku|chromecast|crkey|aft[a-z]{1,3}\b/i;

/** Tells whether a user agent is a TV's. */
export const isTelevision = (userAgent: string): boolean => tv.test(userAgent);

const mobile = /phone|mobile|tablet|ipad|kindle|silk\/|android/i;
/** The longer side of a tablet's screen is shorter than this, in CSS pixels. */
const tabletSide = 1400;

/**
 * Decides where videos may play (specification, section 5): TVs, and desktops on a screen of at
 * least `minimumScreenPixels`, which are device pixels: a laptop whose display is scaled is not
 * refused.
 */
export function judgeDevice(facts: DeviceFacts, minimumScreenPixels: number): DeviceVerdict {
  const { userAgent } = facts;
  if (isTelevision(userAgent)) return 'allowed';
  if (mobile.test(userAgent) || facts.isMobileHint || isHiddenTablet(facts)) return 'mobile';
  return computeWidth(facts) >= minimumScreenPixels ? 'allowed' : 'small-screen';
}

/** Recognises a small high-density touch screen: tablets like to call themselves desktops. */
function isHiddenTablet(facts: DeviceFacts): boolean {
  if (facts.touchPoints === 0) return false;
  if (/macintosh/i.test(facts.userAgent)) return true;
  const longSide = Math.max(facts.screenWidth, facts.screenHeight);
  return !facts.hasFinePointer && facts.pixelRatio > 1 && longSide < tabletSide;
}

/**
 * Computes the width in device pixels: rotated displays count by their longer side, and zooming the
 * page out makes no screen smaller.
 */
function computeWidth({ screenWidth, screenHeight, pixelRatio }: DeviceFacts): number {
  return Math.round(Math.max(screenWidth, screenHeight) * Math.max(1, pixelRatio));
}
