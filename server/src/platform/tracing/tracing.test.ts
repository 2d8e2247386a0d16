import { expect, it } from 'vitest';
import { ConfigurationError, readSettings } from '../config/setting.ts';
import { createLog } from '../log/log.ts';
import { openTracing } from './open-tracing.ts';
import { planSampling, tracingSettings } from './tracing.ts';

it('opens nothing without a collector', async () => {
  const settings = readSettings(tracingSettings, { OTEL_TRACES_SAMPLER: 'always_on' });
  const deps = { log: createLog('silent'), version: '1' };
  expect(await openTracing(settings, deps)).toBeUndefined();
});

it.each([
  [{}, { sampler: 'parentbased_traceidratio', share: 0.01 }],
  [{ OTEL_TRACES_SAMPLER_ARG: '.25' }, { sampler: 'parentbased_traceidratio', share: 0.25 }],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, { sampler: 'traceidratio', share: 1 }],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }, { sampler: 'always_on', share: 1 }],
] as const)('with %o it keeps %o', (environment, plan) => {
  expect(planSampling(readSettings(tracingSettings, environment))).toEqual(plan);
});

it('is off without a collector', () => {
  expect(readSettings(tracingSettings, {}).otlpEndpoint).toBeUndefined();
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
