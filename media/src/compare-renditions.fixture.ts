import type { Workshop } from './clips.fixture.ts';
import { runTool } from './run-tool.ts';

/** Lists when each packet is shown, for how long, and whether it is a key picture. */
export async function listPackets(shop: Workshop, ...file: string[]): Promise<string[]> {
  const entries = ['-show_entries', 'packet=pts,duration,flags', '-of', 'csv=p=0'];
  const { stdout } = await runTool({
    program: shop.tools.ffprobe,
    args: ['-v', 'error', ...entries, shop.at(...file)],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  return stdout
    .trim()
    .split('\n')
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

/**
 * Measures how similar two renditions of one source are in the pictures that differ most, in dB.
 */
export async function measureWorstPsnr(
  shop: Workshop,
  one: string,
  other: string,
): Promise<number> {
  const { stderr } = await runTool({
    program: shop.tools.ffmpeg,
    args: [
      ...['-nostdin', '-i', shop.at(one), '-i', shop.at(other)],
      ...['-lavfi', 'psnr', '-f', 'null', '-'],
    ],
    guard: shop.tools.guard,
    timeoutMs: 60_000,
  });
  return Number(/min:(inf|[\d.]+)/.exec(stderr)?.[1]?.replace('inf', '99'));
}
