import {
  type EncryptionScheme,
  type KeySystemName,
  keySystemNames,
  type OfferedKeySystem,
  type Stream,
} from '@prahari/contract';

/** The required abilities of the CDM, in the form of `requestMediaKeySystemAccess`. */
export interface WantedAccess {
  readonly name: KeySystemName;
  readonly audioRobustness: string;
  readonly videoRobustness: string;
  /** Of the samples. */
  readonly scheme: EncryptionScheme;
  /** Whether it must be able to keep licences. */
  readonly keepsLicences: boolean;
}

/** Whether this browser has it. */
export type HasAccess = (wanted: WantedAccess) => Promise<boolean>;

export type ChosenKeySystem = Omit<WantedAccess, 'scheme'> & {
  readonly certificateUrl: string | null;
};

/**
 * Chooses the key system to play with: of those that the server offers the first that this browser has, the
 * better security first. Clear Key comes last, and is not asked for where it is all there is, in one
 * scheme: every browser with Encrypted Media Extensions has it.
 * @returns null when this browser has none of them
 */
export async function chooseKeySystem(
  { keySystems, encryption: { scheme, others } }: Pick<Stream, 'keySystems' | 'encryption'>,
  hasAccess: HasAccess,
): Promise<ChosenKeySystem | null> {
  const candidates = listCandidates(keySystems);
  const [first] = candidates;
  if (first?.name === 'org.w3.clearkey' && others.length === 0) return first;
  for (const { certificateUrl, ...wanted } of candidates) {
    if (await hasAccess({ ...wanted, scheme })) return { ...wanted, certificateUrl };
  }
  return null;
}

/**
 * Level by level: hardware of the second system comes before software of the first, and of one level
 * a browser that can keep licences before one that can not.
 */
function listCandidates(offered: Stream['keySystems']): ChosenKeySystem[] {
  const found = keySystemNames.flatMap((name) => {
    const system = offered[name];
    return system && name !== 'org.w3.clearkey' ? [listLevels(name, system)] : [];
  });
  const most = Math.max(0, ...found.map((levels) => levels.length));
  const byLevel = Array.from({ length: most }, (_, level) =>
    found.flatMap((levels) => levels[level] ?? []),
  ).flat();
  const clearKey = offered['org.w3.clearkey'];
  return clearKey ? [...byLevel, ...listLevels('org.w3.clearkey', clearKey).flat()] : byLevel;
}

/** By level: the robustness values to ask the browser for, in order. */
function listLevels(name: KeySystemName, system: OfferedKeySystem): ChosenKeySystem[][] {
  const { certificateUrl, robustness, mayKeepLicences } = system;
  return robustness.map(({ audio, video }) => {
    const level = { name, certificateUrl, audioRobustness: audio, videoRobustness: video };
    const plain = { ...level, keepsLicences: false };
    return mayKeepLicences ? [{ ...level, keepsLicences: true }, plain] : [plain];
  });
}
