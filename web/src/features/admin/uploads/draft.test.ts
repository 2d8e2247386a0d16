import { describe, expect, it } from 'vitest';
import { createDraft, isSendable } from './draft.ts';

const fileOf = (name: string, size = 10) => new File([new Uint8Array(size)], name);

describe('a draft', () => {
  it('takes its title from the name of the file', () => {
    expect(createDraft(fileOf('light_and-shadow.mp4'), 'a')).toMatchObject({ videoId: '' });
    expect(isSendable(createDraft(fileOf('light.mp4'), 'a'))).toBe(true);
  });

  it('needs a title unless it is for an announced video, and always a file that may be a video', () => {
    const untitled = { ...createDraft(fileOf('light.mp4'), 'a'), title: ' ' };
    expect(isSendable(untitled)).toBe(false);
    expect(isSendable({ ...untitled, videoId: 'announced' })).toBe(true);
    expect(isSendable(createDraft(fileOf('light.txt'), 'a', 'announced'))).toBe(false);
    expect(isSendable(createDraft(fileOf('light.mp4', 0), 'a', 'announced'))).toBe(false);
  });
});
