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
  export function parseTextStream(
    lines: ReadableStream<string>,
    options: {
      type: 'vtt';
      errors: true;
      onCue(cue: VTTCue): void;
      onError(error: { readonly line: number; readonly message: string }): void;
    },
  ): Promise<{ readonly cues: readonly VTTCue[] }>;
}
