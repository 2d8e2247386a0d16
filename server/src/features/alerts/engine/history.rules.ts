import { type Fact, readText } from './fact.rules.ts';

const dayMs = 86_400_000;
/** When enough is known of a user to call something new (reference: Entra, Defender). */
const knownAfterMs = { country: 14 * dayMs, device: 7 * dayMs };
const knownAfterSignIns = 10;
/** A first journey says little: accounts are often made in one place and used in another. */
const travelsAfterSignIns = 3;
const resetMattersMs = dayMs;
const mostKept = 30;

/** What is remembered of a user beyond any time window. */
export interface History {
  firstAtMs: number;
  signIns: number;
  readonly countries: string[];
  readonly devices: string[];
  readonly networks: string[];
  lastAtMs: number;
  lastAddress: string | null;
  resetAtMs: number;
  /** When a new device signed in after the reset. */
  newDeviceAtMs: number;
}

/** What an event means in the light of what is known of its user. */
export interface Insight {
  readonly isNewCountry: boolean;
  readonly isNewDevice: boolean;
  readonly travel: Travel | undefined;
  readonly isChangeAfterReset: boolean;
  /** A sign-in from a network that hides who uses it. */
  readonly isAnonymous: boolean;
  /** The share of all sign-ins that usually fails at this hour; undefined while it is not known. */
  readonly usualFailures: number | undefined;
}

export interface Travel {
  readonly km: number;
  readonly kmPerHour: number;
}

export interface Geography {
  /** Measures the journey between two network addresses, if no traveller could make it in that time. */
  measureTravel(from: string, to: string, elapsedMs: number): Travel | undefined;
  networkOf(address: string): string;
  /** Tells whether a network is known to hide who uses it. */
  isAnonymising(address: string): boolean;
}

export const noInsight: Insight = {
  isNewCountry: false,
  isNewDevice: false,
  travel: undefined,
  isChangeAfterReset: false,
  isAnonymous: false,
  usualFailures: undefined,
};

const resets: ReadonlySet<string> = new Set([
  'user.password-reset',
  'user.password-reset-requested',
  'device.reset',
]);
/** Changes of what protects an account. */
const changes: ReadonlySet<string> = new Set([
  'user.password-changed',
  'second-factor.enrolled',
  'second-factor.disabled',
  'passkey.added',
  'passkey.removed',
  'recovery-codes.renewed',
]);

/** Events that are remembered of their user. */
export const rememberedNames: ReadonlySet<string> = new Set([
  'session.opened',
  ...resets,
  ...changes,
]);

export function openHistory(atMs: number): History {
  return {
    firstAtMs: atMs,
    signIns: 0,
    countries: [],
    devices: [],
    networks: [],
    lastAtMs: 0,
    lastAddress: null,
    resetAtMs: Number.MIN_SAFE_INTEGER,
    newDeviceAtMs: Number.MIN_SAFE_INTEGER,
  };
}

/** Says what an event means, and remembers it. */
export function observe(history: History, fact: Fact, geography: Geography): Insight {
  if (resets.has(fact.name)) {
    history.resetAtMs = Math.max(history.resetAtMs, fact.atMs);
    return noInsight;
  }
  if (changes.has(fact.name)) {
    const isSoon = fact.atMs - history.resetAtMs <= resetMattersMs;
    const isByNewDevice = history.newDeviceAtMs >= history.resetAtMs;
    return { ...noInsight, isChangeAfterReset: isSoon && isByNewDevice };
  }
  return fact.name === 'session.opened' ? observeSignIn(history, fact, geography) : noInsight;
}

function observeSignIn(history: History, fact: Fact, geography: Geography): Insight {
  const { atMs, country, address } = fact;
  const deviceId = fact.deviceId ?? readText(fact, 'deviceId') ?? null;
  const network = address === null ? undefined : geography.networkOf(address);
  const knownForMs = atMs - history.firstAtMs;
  const isKnown = knownForMs >= knownAfterMs.country || history.signIns >= knownAfterSignIns;
  const isStrangeDevice = deviceId !== null && !history.devices.includes(deviceId);
  const travels =
    history.signIns >= travelsAfterSignIns &&
    history.lastAddress !== null &&
    address !== null &&
    network !== undefined &&
    !history.networks.includes(network);
  const insight: Insight = {
    isNewCountry: isKnown && country !== null && !history.countries.includes(country),
    isNewDevice: isStrangeDevice && knownForMs >= knownAfterMs.device,
    travel:
      travels && history.lastAddress !== null
        ? geography.measureTravel(history.lastAddress, address, Math.abs(atMs - history.lastAtMs))
        : undefined,
    isChangeAfterReset: false,
    isAnonymous: address !== null && geography.isAnonymising(address),
    usualFailures: undefined,
  };
  if (isStrangeDevice && history.signIns > 0) history.newDeviceAtMs = atMs;
  history.signIns += 1;
  if (country !== null) keep(history.countries, country);
  if (deviceId !== null) keep(history.devices, deviceId);
  if (network !== undefined) keep(history.networks, network);
  if (atMs >= history.lastAtMs && address !== null) {
    history.lastAtMs = atMs;
    history.lastAddress = address;
  }
  return insight;
}

/** Keeps the latest different values. */
function keep(values: string[], value: string): void {
  const at = values.indexOf(value);
  if (at >= 0) values.splice(at, 1);
  values.push(value);
  if (values.length > mostKept) values.shift();
}
