import type { MediaTools } from '@prahari/media';

/** The restrictions of a program that reads an uploaded file, where the system allows them. */
interface Confinement {
  /** The kernel limits time, memory and space. */
  readonly hasLimits: boolean;
  /** It sees no files but its own. */
  readonly hidesFiles: boolean;
  readonly hasNoNetwork: boolean;
}

export function describeConfinement(
  tools: Pick<MediaTools, 'prlimit' | 'hiding' | 'hasNoNetwork'> & {
    readonly encoder: Pick<MediaTools['encoder'], 'name'>;
  },
): Confinement {
  return {
    hasLimits: tools.prlimit !== null,
    // Hardware encoders need devices and drivers, and see the whole disk.
    hidesFiles: tools.hiding !== null && tools.encoder.name === 'libx264',
    hasNoNetwork: tools.hasNoNetwork,
  };
}

/** Tells whether nothing is missing. */
export function isFullyConfined({ hasLimits, hidesFiles, hasNoNetwork }: Confinement): boolean {
  return hasLimits && hidesFiles && hasNoNetwork;
}
