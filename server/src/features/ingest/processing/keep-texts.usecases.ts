import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { languageTagSchema } from '@prahari/contract';
import { extractCaptions, MediaError, type SourceFacts } from '@prahari/media';
import type { FencedWrite } from '../../../platform/jobs/lease.ts';
import { insertMissingCaptions, parseCaptionsFile } from '../../videos/index.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { insertMissingChapters, recordLeftOutTracks } from './video-media.repository.ts';

interface KeepTextsRequest {
  readonly videoId: string;
  readonly inputPath: string;
  readonly scratchDir: string;
  readonly signal: AbortSignal;
  readonly write: FencedWrite;
}

/** Undetermined (ISO 639-2): of a track without a language. */
const unknownLanguage = 'und';
/** Instead of a codec: of text subtitles that could not be read. */
const unreadable = 'unreadable';

/**
 * Stores the subtitles of a source as captions, its chapters, and the list of tracks that are left
 * out. Never replaces what an administrator wrote, so it may be repeated.
 * @returns what was kept and what could not be, as text for the log of the job
 */
export async function keepTexts(
  { clock, tools }: Pick<WorkerDeps, 'clock' | 'tools'>,
  request: KeepTextsRequest,
  facts: SourceFacts,
): Promise<string[]> {
  const { videoId } = request;
  const { texts, chapters, durationSeconds } = facts;
  const said: string[] = [];
  const found =
    texts.length === 0
      ? []
      : await readSubtitles({ tools }, request, facts).catch((error: unknown) => {
          // The video is complete without them.
          if (!(error instanceof MediaError) || error.code === 'cancelled') throw error;
          return [];
        });
  const within = chapters.filter(({ startSeconds }) => startSeconds < durationSeconds);
  await request.write(async (trx) => {
    for (const { language, body } of found) {
      const captions = { videoId, language, label: nameLanguage(language), body };
      const isNew = await insertMissingCaptions(trx, captions, clock.now());
      said.push(`captions ${language}${isNew ? '' : ' (others are there)'}`);
    }
    const kept = new Set(found.map(({ stream }) => stream));
    const unread = texts.filter(({ stream }) => !kept.has(stream));
    await recordLeftOutTracks(trx, videoId, [
      ...facts.leftOut,
      ...unread.map(({ language }) => ({ kind: 'text', codec: unreadable, language }) as const),
    ]);
    if (within.length === 0) return;
    const isNew = await insertMissingChapters(trx, videoId, within);
    said.push(`${within.length} chapters${isNew ? '' : ' (others are there)'}`);
  });
  if (found.length < texts.length) {
    said.push(`left out: ${texts.length - found.length} subtitles that could not be read`);
  }
  return said;
}

async function readSubtitles(
  { tools }: Pick<WorkerDeps, 'tools'>,
  request: KeepTextsRequest,
  facts: SourceFacts,
) {
  const outDir = path.join(request.scratchDir, 'captions');
  await mkdir(outDir);
  await extractCaptions({ ...request, tools, facts, outDir });
  const read = facts.texts.map(async ({ stream, language }) => {
    const found = await parseCaptionsFile(await readFile(path.join(outDir, `${stream}.vtt`)));
    const tag = languageTagSchema.safeParse(language ?? unknownLanguage);
    return 'faults' in found || !tag.success
      ? []
      : [{ stream, language: tag.data, body: found.text }];
  });
  return (await Promise.all(read)).flat();
}

/** Returns the name of a language in that language. */
function nameLanguage(language: string): string {
  if (language === unknownLanguage) return 'Subtitles';
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
