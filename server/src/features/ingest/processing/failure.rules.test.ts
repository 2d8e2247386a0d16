import { processingFailures } from '@prahari/contract';
import { MediaError, mediaErrorCodes } from '@prahari/media';
import { describe, expect, it } from 'vitest';
import { describeFailure, isFaultOfFile } from './failure.rules.ts';

const faultsOfMachine = [
  'unusable_path',
  'not_protected',
  'disk_full',
  'tool_missing',
  'tool_failed',
  'timed_out',
  'cancelled',
];

describe('failures', () => {
  it('have codes that the contract knows, for which there are texts', () => {
    const own = ['server_fault', 'interrupted', 'source_missing', 'key_service_failed'];
    expect([...processingFailures].sort()).toEqual([...mediaErrorCodes, ...own].sort());
  });

  it.each(mediaErrorCodes)('say whether %s is the fault of the file', (code) => {
    expect(isFaultOfFile(new MediaError(code))).toBe(!faultsOfMachine.includes(code));
  });

  it('tell an administrator the reason, and nothing of the inside', () => {
    expect(describeFailure(new MediaError('no_index')).code).toBe('no_index');
    const inside = describeFailure(new Error('connect ECONNREFUSED 10.0.0.1 secret'));
    expect(inside.code).toBe('server_fault');
    expect(inside.message).not.toContain('secret');
  });
});
