import type { DataOf, endpoints, SystemConfigView } from '@prahari/contract';
import { AppError } from '../../platform/errors/app-error.ts';

export type HealthCheck = DataOf<typeof endpoints.system.deepHealth>['checks'][number];

export function probeRefused(): AppError {
  return new AppError('ACCESS_DENIED', 'This call is for probes of this installation.');
}

/** @param current the current state, for the editor to compare */
export function configEditedMeanwhile(current: SystemConfigView): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'Someone else changed the configuration while you were editing. Check the current values and try again.',
    { reason: 'edited_meanwhile', details: { current } },
  );
}

/** Probes and load balancers look at the status alone; people find the reason in the details. */
export function serviceFailing(checks?: readonly HealthCheck[]): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', 'A part of this service does not work.', {
    status: 503,
    retryAfterSeconds: 5,
    ...(checks ? { details: { checks } } : {}),
  });
}

/** Says that other processes answer from now on. */
export function leaving(): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', 'This process is about to stop.', {
    status: 503,
    retryAfterSeconds: 5,
    details: { draining: true },
  });
}

/** @param run the one that runs */
export function loadTestRuns(run: { readonly id: string } | undefined): AppError {
  return new AppError(
    'RESOURCE_ALREADY_EXISTS',
    'A load test is running. Wait until it has ended.',
    {
      reason: 'load_test_runs',
      details: { runId: run?.id ?? null },
    },
  );
}

export function noLesson(): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    'There is no lesson to watch: publish a video for everyone.',
    { reason: 'no_lesson', status: 409 },
  );
}

export function lessonMissing(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'No such lesson is published for everyone.');
}

export function loadRunUnknown(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'No load test has this id.');
}
