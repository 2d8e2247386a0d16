import { MediaError } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { formatFileUrl } from './untrusted-input.ts';

export type DemoClipRequest = {
  /** Where the MP4 goes; a file there is replaced. */
  outPath: string;
  durationSeconds: number;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

const timer =
  "drawtext=font=Sans:text='%{pts\\:hms}':fontsize=40:fontcolor=white@0.85:x=w-tw-48:y=h-th-40:shadowx=1:shadowy=1:shadowcolor=black@0.5";
/** A slow chord in A minor: four voices that swell at their own pace. */
const chord = [
  '0.10*sin(2*PI*220*t)*(0.6+0.4*sin(2*PI*t/7))',
  '0.08*sin(2*PI*261.63*t)*(0.6+0.4*sin(2*PI*t/5+1))',
  '0.08*sin(2*PI*329.63*t)*(0.6+0.4*sin(2*PI*t/9+2))',
  '0.05*sin(2*PI*440*t)*(0.5+0.5*sin(2*PI*t/11+3))',
].join('+');

/**
 * Makes a clip to show the product with: drifting colours behind a deepening fractal, with sound and a
 * running time where ffmpeg can write text. 1280 × 720, 30 pictures a second, H.264 and AAC in MP4.
 *
 * @throws MediaError `tool_failed`, `disk_full`, `cancelled`, `timed_out`.
 */
export async function makeDemoClip(request: DemoClipRequest): Promise<void> {
  await render(request, [timer]).catch((error: unknown) => {
    // Without drawtext or a font the clip is as good without its timer.
    if (error instanceof MediaError && error.code === 'tool_failed') return render(request, []);
    throw error;
  });
}

async function render(
  { outPath, durationSeconds, tools, signal }: DemoClipRequest,
  overlays: readonly string[],
): Promise<void> {
  const seconds = String(durationSeconds);
  const graph = [
    '[0:v]scale=1280:720,format=gbrp[colours]',
    '[1:v]scale=1280:720:flags=bicubic,hue=s=0.35,format=gbrp[fractal]',
    `[colours][fractal]blend=all_mode=softlight:shortest=1,${[...overlays, 'format=yuv420p'].join(',')}[picture]`,
  ].join(';');
  await runTool({
    program: tools.ffmpeg,
    args: [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
      ...['-f', 'lavfi', '-t', seconds, '-i'],
      'gradients=s=640x360:r=30:speed=0.012:n=4:c0=0x1b2a6b:c1=0x0f766e:c2=0x7c3aed:c3=0xd97706',
      ...['-f', 'lavfi', '-t', seconds, '-i', 'mandelbrot=s=640x360:r=30:end_pts=900'],
      ...['-f', 'lavfi', '-t', seconds, '-i', `aevalsrc=${chord}:s=48000:c=mono`],
      ...['-filter_complex', graph, '-map', '[picture]', '-map', '2:a', '-t', seconds],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p'],
      ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-f', 'mp4'],
      formatFileUrl(outPath),
    ],
    guard: tools.guard,
    timeoutMs: 120_000 + durationSeconds * 20_000,
    signal,
  });
}
