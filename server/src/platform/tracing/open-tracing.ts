import type { Log } from '../log/log.ts';
import type { Tracing, TracingSettings } from './tracing.ts';

/**
 * Opens tracing where a collector is named; else undefined, and none of its code is loaded.
 */
export async function openTracing(
  settings: TracingSettings,
  deps: { readonly log: Log; readonly version: string },
): Promise<Tracing | undefined> {
  const { otlpEndpoint } = settings;
  if (otlpEndpoint === undefined) return undefined;
  const { openOtlpTracing } = await import('./otlp-tracing.ts');
  return openOtlpTracing({ ...settings, otlpEndpoint }, deps);
}
