import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors/app-error.ts';
import { readUploadForm } from './upload-form.rules.ts';

function fieldsOf(fields: Record<string, string>): unknown {
  try {
    readUploadForm(fields);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details?.['fields'];
  }
}

describe('readUploadForm', () => {
  it('trims texts, and keeps a video unpublished by default', () => {
    const plain = { videoId: null, title: 'Light', description: '', publish: false };
    expect(readUploadForm({ title: '  Light ' })).toEqual(plain);
    const published = readUploadForm({ title: 'Light', publish: 'true' });
    expect(published).toMatchObject({ publish: true });
  });

  it('reads only the id of an announced video', () => {
    const videoId = '01997f3e-0000-7000-8000-000000000000';
    const title = 'Another title';
    expect(readUploadForm({ videoId, title, publish: 'true' })).toEqual({ videoId });
  });

  it.each([
    [{}, 'title', 'REQUIRED_FIELD'],
    [{ title: '   ' }, 'title', 'INVALID_VALUE'],
    [{ title: 'x'.repeat(201) }, 'title', 'INVALID_VALUE'],
    [{ title: 'x', description: 'y'.repeat(4001) }, 'description', 'INVALID_VALUE'],
    [{ title: 'x', publish: 'yes' }, 'publish', 'INVALID_VALUE'],
    [{ title: 'x', videoId: '' }, 'videoId', 'INVALID_VALUE'],
    [{ videoId: '../../x' }, 'videoId', 'INVALID_VALUE'],
  ])('refuses %o', (fields, field, code) => {
    expect(fieldsOf(fields)).toEqual([expect.objectContaining({ field, code })]);
  });
});
