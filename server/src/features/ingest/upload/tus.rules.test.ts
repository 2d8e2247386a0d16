import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors/app-error.ts';
import { readTusHeaders, type TusRequestHeaders } from './tus.rules.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const read = (headers: TusRequestHeaders, isPatch = false) =>
  readTusHeaders({ 'tus-resumable': '1.0.0', ...headers }, isPatch);

function refusalOf(headers: TusRequestHeaders, isPatch = false): [number, string] | null {
  try {
    read(headers, isPatch);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.status, error.message];
  }
}

describe('headers of tus', () => {
  it('give the length of an upload, and what the client says about its file', () => {
    const metadata = `title ${base64('काल')},filename ${base64('a.mp4')},publish`;
    expect(read({ 'upload-length': '20', 'upload-metadata': metadata })).toMatchObject({
      uploadLength: 20,
      uploadOffset: undefined,
      contentLength: 0,
      metadata: { title: 'काल', filename: 'a.mp4', publish: null },
    });
  });

  it('give the offset of the next bytes', () => {
    const contentType = 'application/offset+octet-stream';
    const headers = { 'upload-offset': '0', 'content-type': contentType, 'content-length': '7' };
    expect(read(headers, true)).toMatchObject({ uploadOffset: 0, contentLength: 7, contentType });
  });

  it.each([undefined, '0.2.2', '1.0.0, 0.2.2'])('of version %s are refused', (version) => {
    expect(refusalOf({ 'tus-resumable': version })?.[0]).toBe(412);
  });

  it.each([
    ['upload-length', '-1'],
    ['upload-length', '1e3'],
    ['upload-length', '07'],
    ['upload-offset', '1.5'],
    ['upload-offset', ''],
    ['upload-defer-length', '0'],
    ['upload-concat', 'final'],
    ['upload-metadata', ''],
    ['upload-metadata', 'title a'],
    ['upload-metadata', 'title YQ== YQ=='],
    ['upload-metadata', 'title YQ==,title YQ=='],
    ['upload-metadata', ' YQ=='],
  ])('are refused where %s is %j', (name, value) => {
    expect(refusalOf({ [name]: value })).toEqual([400, `Invalid ${name}`]);
  });

  it('may have any content type, except with bytes to append', () => {
    const headers = { 'content-type': 'text/plain' };
    expect(refusalOf(headers)).toBeNull();
    expect(refusalOf(headers, true)).toEqual([400, 'Invalid content-type']);
  });

  it('never fail otherwise, for any input', () => {
    const names = ['upload-length', 'upload-offset', 'upload-metadata', 'upload-concat'];
    const headers = fc.dictionary(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(headers, (sent) => {
        expect([null, 400]).toContain(refusalOf(sent)?.[0] ?? null);
      }),
    );
  });
});
