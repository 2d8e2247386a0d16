import { type ProcessingStep, type ProcessingStepState, processingSteps } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findPublished,
  isSourceNeeded,
  planStepsToDo,
  planStepsToReset,
} from './repeat-step.rules.ts';

type States = ReadonlyMap<ProcessingStep, ProcessingStepState>;

/** All steps up to this one are finished, it is in the given state, the rest waits. */
function upTo(last: ProcessingStep, state: ProcessingStepState = 'completed'): States {
  const place = processingSteps.indexOf(last);
  return new Map(
    processingSteps.map((step, index) => {
      if (index === place) return [step, state];
      return [step, index < place ? 'completed' : 'waiting'];
    }),
  );
}
const always = () => true;
const never = () => false;
const failedAt = (step: ProcessingStep) =>
  ({ state: 'failed', states: upTo(step, 'failed'), isSourceKept: true }) as const;
const whole = { state: 'completed', states: upTo('publish'), isSourceKept: false } as const;

describe('the remaining steps of a job', () => {
  it('are the unfinished ones, while the results of the others exist', () => {
    expect(planStepsToDo(new Map(), always)).toEqual(processingSteps);
    expect(planStepsToDo(upTo('transcode_high', 'failed'), always)).toEqual([
      ...['transcode_high', 'package_high', 'storyboard', 'publish'],
    ]);
    expect(planStepsToDo(upTo('publish'), never)).toEqual([]);
  });

  it('include finished steps whose result is needed but missing, and no others', () => {
    expect(planStepsToDo(upTo('package_low'), never)).toEqual([
      ...['poster', 'transcode_low', 'package_low', 'publish_low', 'transcode_high'],
      ...['package_high', 'storyboard', 'publish'],
    ]);
    const storyboardAgain = new Map(upTo('publish')).set('storyboard', 'waiting');
    expect(planStepsToDo(storyboardAgain, never)).toEqual(['storyboard']);
  });
});

describe('a repeated step', () => {
  it('includes the steps that used its result, and nothing else', () => {
    expect(planStepsToReset('package_low', failedAt('package_low'))).toEqual(['package_low']);
    expect(planStepsToReset('transcode_low', failedAt('publish_low'))).toEqual([
      ...['transcode_low', 'package_low'],
    ]);
    expect(planStepsToReset('transcode_high', failedAt('publish'))).toEqual([
      ...['transcode_high', 'package_high'],
    ]);
    expect(planStepsToReset('storyboard', failedAt('publish'))).toEqual(['storyboard']);
    expect(planStepsToReset('poster', failedAt('storyboard'))).toEqual(['poster']);
  });

  it('of a complete video can only be a still', () => {
    const possible = processingSteps.filter((step) => planStepsToReset(step, whole).length > 0);
    expect(possible).toEqual(['poster', 'storyboard']);
    expect(planStepsToReset('storyboard', whole)).toEqual(['storyboard']);
  });

  it('is never one that is running, was not reached, or lacks the file that it reads', () => {
    for (const state of ['queued', 'running'] as const) {
      expect(planStepsToReset('poster', { ...failedAt('publish'), state })).toEqual([]);
    }
    expect(planStepsToReset('publish', failedAt('poster'))).toEqual([]);
    const gone = { ...failedAt('transcode_high'), isSourceKept: false };
    expect(processingSteps.flatMap((step) => planStepsToReset(step, gone))).toEqual([]);
  });

  it('never undoes what players may hold, for any job', () => {
    const states = fc.constantFrom('waiting', 'completed', 'failed', 'skipped');
    const job = fc.record({
      state: fc.constantFrom('completed', 'failed', 'cancelled'),
      isSourceKept: fc.boolean(),
      states: fc
        .tuple(...processingSteps.map(() => states))
        .map((all) => new Map(processingSteps.map((step, index) => [step, all[index]!]))),
    });
    fc.assert(
      fc.property(job, fc.constantFrom(...processingSteps), (ended, step) => {
        const reset = planStepsToReset(step, ended);
        const published = findPublished(ended.states);
        if (published.low) expect(reset).not.toContain('transcode_low');
        if (published.low) expect(reset).not.toContain('publish_low');
        if (published.whole) expect(reset).not.toContain('publish');
        // No step is left waiting that can't be done.
        const after = new Map(ended.states);
        for (const one of reset) after.set(one, 'waiting');
        const left = planStepsToDo(after, always);
        if (reset.length === 0 || ended.isSourceKept || !published.whole) return;
        expect(left.filter((one) => reset.includes(one) && isSourceNeeded(one, published))).toEqual(
          [],
        );
      }),
    );
  });
});
