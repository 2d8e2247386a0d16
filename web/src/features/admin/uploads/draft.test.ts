import { describe, expect, it } from 'vitest';
import { draftOf, isSendable } from './draft.ts';

const fileOf = (name: string, size = 10) => new File([new Uint8Array(size)], name);

describe('a draft', () => {
  it('takes its title from the name of the file', () => {
    expect(draftOf(fileOf('light_and-shadow.mp4'), 'a')).toMatchObject({ videoId: '' });
    expect(isSendable(draftOf(fileOf('light.mp4'), 'a'))).toBe(true);
  });

  it('needs a title unless it is for an announced video, and a file that may be a video always', () => {
    const untitled = { ...draftOf(fileOf('light.mp4'), 'a'), title: ' ' };
    expect(isSendable(untitled)).toBe(false);
    expect(isSendable({ ...untitled, videoId: 'announced' })).toBe(true);
    expect(isSendable(draftOf(fileOf('light.txt'), 'a', 'announced'))).toBe(false);
    expect(isSendable(draftOf(fileOf('light.mp4', 0), 'a', 'announced'))).toBe(false);
  });
});
