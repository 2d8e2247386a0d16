/** Encoders of H.264 in graphics hardware: NVIDIA's, Intel's, and what Linux offers for both AMD and Intel. */
export const hardwareEncoders = ['nvenc', 'qsv', 'vaapi'] as const;
export type HardwareEncoder = (typeof hardwareEncoders)[number];

/** An encoder of H.264. `device` is the render node that it runs on, where it needs one. */
export type VideoEncoder =
  | { readonly name: 'libx264'; readonly device: null }
  | { readonly name: HardwareEncoder; readonly device: string | null };

/** Runs everywhere that this product runs. */
export const softwareEncoder: VideoEncoder = { name: 'libx264', device: null };
