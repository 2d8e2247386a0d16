/**
 * The part that we use: its own declarations import without file extensions, which Node's
 * resolution refuses.
 */
declare module 'media-captions' {
  export interface VTTCue {
    readonly startTime: number;
    readonly endTime: number;
    readonly text: string;
    readonly vertical: '' | 'rl' | 'lr';
    readonly line: number | 'auto';
    readonly position: number | 'auto';
    readonly size: number;
    readonly align: 'start' | 'center' | 'end' | 'left' | 'right';
    readonly snapToLines: boolean;
  }
  export function parseText(
    text: string,
    options: { type: 'vtt'; errors: true },
  ): Promise<{
    readonly cues: readonly VTTCue[];
    readonly errors: readonly { readonly line: number; readonly message: string }[];
  }>;
}
