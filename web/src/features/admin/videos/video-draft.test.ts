import fc from 'fast-check';
import { expect, test } from 'vitest';
import { managedVideo as video } from '../../../domain/videos/testing/managed-video.ts';
import { parseChapters } from './chapter-rows.ts';
import { buildEdit, createDraft } from './video-draft.ts';

test('an untouched draft means what there was', () => {
  const chapter = fc.record({
    startSeconds: fc.nat({ max: 359_999_999 }).map((ms) => ms / 1000),
    title: fc.constantFrom('Intro', '1:00 o’clock', 'परिचय'),
  });
  fc.assert(
    fc.property(fc.array(chapter, { maxLength: 4 }), (given) => {
      const chapters = given.filter(({ startSeconds }) => startSeconds < 59_940);
      const { tags, language, audience } = video;
      const draft = createDraft({ ...video, chapters });
      expect(buildEdit(draft, '')).toMatchObject({
        chapters,
        tags,
        language,
        audience,
      });
    }),
  );
});

test.each([['soon Title'], ['1:99 Title'], ['1:00'], ['Title 1:00']])(
  '%s is no chapter',
  (line) => {
    expect(parseChapters(`0:00 Start\n${line}`)).toBeNull();
  },
);
