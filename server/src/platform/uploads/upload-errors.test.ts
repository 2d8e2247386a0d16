import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { fileEmpty, toUploadError } from './upload-errors.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('asUploadError', () => {
  it.each([
    [withCode('ENOSPC'), 507, 'storage_full'],
    [withCode('EDQUOT'), 507, 'storage_full'],
    [withCode('FST_REQ_FILE_TOO_LARGE'), 413, 'upload_too_large'],
    [withCode('FST_MP_PREMATURE_CLOSE'), 400, 'upload_interrupted'],
    [new Error('Unexpected end of multipart data'), 400, 'upload_interrupted'],
    [new Error('Part terminated early due to unexpected end'), 400, 'upload_interrupted'],
    [withCode('FST_FIELDS_LIMIT'), 400, undefined],
  ])('%s is told as %i %s', (error, status, reason) => {
    const told = toUploadError(error, 1);
    if (!(told instanceof AppError)) throw new Error('it was not told');
    expect([told.status, told.details?.['reason']]).toEqual([status, reason]);
  });

  it('leaves refusals and unknown faults as they are', () => {
    for (const error of [fileEmpty(), new Error('x'), withCode('EIO')]) {
      expect(toUploadError(error, 1)).toBe(error);
    }
  });
});
