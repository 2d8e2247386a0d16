import type { ManagedVideo } from '@prahari/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chaptersOf } from './chapter-rows.ts';
import { draftOf, editOf } from './video-draft.ts';

const video: ManagedVideo = {
  id: '0199f3c0-0000-7000-8000-000000000001',
  title: 'T',
  description: '',
  status: 'ready',
  published: true,
  release: 'published',
  isPosterChosen: false,
  posterChoice: null,
  keyRenewal: null,
  leftOut: [],
  category: null,
  difficulty: null,
  type: null,
  language: 'hi',
  tags: ['a', 'b'],
  chapters: [],
  captions: [],
  qualities: [],
  audience: { everyone: false, kendraTypes: ['x'], countries: [], districts: [], groupIds: [] },
  durationSeconds: 60,
  fileSizeBytes: null,
  posterUrl: null,
  cardUrl: null,
  storyboardUrl: null,
  views: 0,
  resumeAtSeconds: null,
  completedAt: null,
  publishAt: '2026-01-02T03:04:05.000Z',
  unpublishAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
  removedAfter: null,
};

test('a draft that nobody touched means what there was', () => {
  const chapter = fc.record({
    startSeconds: fc.nat({ max: 359_999_999 }).map((ms) => ms / 1000),
    title: fc.constantFrom('Intro', '1:00 o’clock', 'परिचय'),
  });
  fc.assert(
    fc.property(fc.array(chapter, { maxLength: 4 }), (given) => {
      const chapters = given.filter(({ startSeconds }) => startSeconds < 59_940);
      const { tags, language, audience, publishAt } = video;
      const draft = draftOf({ ...video, chapters });
      expect(editOf(draft, '')).toMatchObject({
        chapters,
        tags,
        language,
        audience,
        publishAt,
        published: true,
      });
    }),
  );
});

test.each([['soon Title'], ['1:99 Title'], ['1:00'], ['Title 1:00']])(
  '%s is no chapter',
  (line) => {
    expect(chaptersOf(`0:00 Start\n${line}`)).toBeNull();
  },
);
