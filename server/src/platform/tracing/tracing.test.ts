import { expect, it } from 'vitest';
import { ConfigurationError, readSettings } from '../config/setting.ts';
import { createLog } from '../log/log.ts';
import { openTracing } from './open-tracing.ts';
import { tracingSettings } from './tracing.ts';

it('opens nothing without a collector', async () => {
  const settings = readSettings(tracingSettings, { OTEL_TRACES_SAMPLER: 'always_on' });
  const deps = { log: createLog('silent'), version: '1' };
  expect(await openTracing(settings, deps)).toBeUndefined();
});

it('is off without a collector, and keeps every trace with one', () => {
  expect(readSettings(tracingSettings, {})).toMatchObject({
    otlpEndpoint: undefined,
    otelSampler: 'parentbased_always_on',
    otelSamplerArg: 1,
  });
  const set = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_TRACES_SAMPLER_ARG: '.25' };
  expect(readSettings(tracingSettings, set)).toMatchObject({
    otlpEndpoint: 'http://otel:4318',
    otelSamplerArg: 0.25,
  });
});

it.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'otel:4318' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:secret@otel.example.org' },
  { OTEL_TRACES_SAMPLER_ARG: '1.5' },
  { OTEL_TRACES_SAMPLER_ARG: 'half' },
  { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
])('refuses %o', (environment) => {
  expect(() => readSettings(tracingSettings, environment)).toThrow(ConfigurationError);
});
