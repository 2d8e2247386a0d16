import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { describeApi } from '../../platform/http/openapi/describe-api.ts';
import { describeMedia } from './api-description.presenter.ts';

const source = JSON.stringify(describeApi(describeMedia()));

it('keeps every recommended rule of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const told = problems.map(({ ruleId, message, location }) => {
    return `${ruleId}: ${message} (${location[0]?.pointer})`;
  });
  expect(told).toEqual([]);
});

/** As much of the platform as the program needs; all of it takes seconds to read. */
const platform = `
declare class Blob {
  constructor(parts: string[]);
  readonly size: number;
}
`;

/** A program as it is written against types that were generated from the document. */
const program = `
import type { components, operations } from './prahari.ts';

type Json<Of> = Of extends { content: { 'application/json': infer Body } } ? Body : never;
type Call<Id extends keyof operations> = operations[Id];

type Upload = Call<'uploadsUpload'>['requestBody']['content']['multipart/form-data'];
export const video: Upload = { title: 'Optics', publish: 'true', file: new Blob([]) };
export const announced: Upload = { videoId: '0199f3c0-0000-7000-8000-000000000001', file: new Blob([]) };
// @ts-expect-error it has neither title nor video
export const nothing: Upload = { file: new Blob([]) };
// @ts-expect-error a file is no text
export const noFile: Upload = { title: 'Optics', file: 'optics.mp4' };
export function progressOf(answer: Json<Call<'uploadsUpload'>['responses'][200]>): number {
  return answer.data.progress;
}

type Patch = Call<'uploadsContinueResumable'>;
export const headers: Patch['parameters']['header'] = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' };
export const bytes: Patch['requestBody']['content']['application/offset+octet-stream'] = new Blob([]);
export const safe: keyof Patch['responses'][204]['headers'] = 'Upload-Offset';

type Export = Call<'usersExportAll'>;
export const firstPage: Call<'usersList'>['parameters']['query'] = {};
export const signIn: components['schemas']['AuthLoginBody'] = { contactNumber: '1', password: 'x' };
export const query: Export['parameters']['query'] = { format: 'xlsx', userType: 'LEARNER' };
// @ts-expect-error no such format
export const pdf: Export['parameters']['query'] = { format: 'pdf' };
export type Sheet =
  Export['responses'][200]['content']['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];
export const sheet: Sheet = new Blob([]);
export const captions: Call<'videosCaptions'>['responses'][200]['content']['text/vtt'] = 'WEBVTT';
export const mpd: Call<'videosManifestDash'>['responses'][200]['content']['application/dash+xml'] = '';

type Failure = components['schemas']['Error']['error'];
export function isOver(error: Failure): boolean {
  // @ts-expect-error no such code
  if (error.code === 'TEAPOT') return false;
  return error.code === 'TOKEN_EXPIRED';
}
export function isOpen(video: components['schemas']['Video']): boolean {
  return video.status === 'ready';
}
`;

it('gives typed uploads, exports and errors to openapi-typescript', {
  timeout: 60_000,
}, async () => {
  const BLOB = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'));
  const document: OpenAPI3 = JSON.parse(source);
  const types = await openapiTypescript(document, {
    // As its manual has it for files.
    transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
  });
  expect(
    diagnosticsOf({
      'prahari.ts': astToString(types),
      'program.ts': program,
      'platform.d.ts': platform,
    }),
  ).toEqual([]);
});

/** Returns what the compiler says, in its strictest mode, about files in memory. */
function diagnosticsOf(files: Readonly<Record<string, string>>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  const textOf = (name: string) => files[name.replace(/^.*\//, '')];
  host.fileExists = (name) => textOf(name) !== undefined || fileExists(name);
  host.readFile = (name) => textOf(name) ?? readFile(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = textOf(name);
    if (text === undefined) return getSourceFile(name, target, ...rest);
    return ts.createSourceFile(name, text, target, true);
  };
  const compiled = ts.createProgram(Object.keys(files), options, host);
  return ts.getPreEmitDiagnostics(compiled).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
