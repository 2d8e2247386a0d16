import { describe, expect, it } from 'vitest';
import { isSendable, readDraft } from './draft.ts';

const mp4 = '\0\0\0\x18ftypmp42';
const fileOf = (name: string, content = mp4) => new File([content], name, { type: 'video/mp4' });

describe('a draft', () => {
  it('takes its title from the name of the file', async () => {
    const draft = await readDraft(fileOf('light_and-shadow.mp4'), 'a');
    expect(draft).toMatchObject({ title: 'Light and shadow', videoId: '', problem: null });
    expect(isSendable(draft)).toBe(true);
  });

  it('needs a title unless it is for an announced video', async () => {
    const untitled = { ...(await readDraft(fileOf('light.mp4'), 'a')), title: ' ' };
    expect(isSendable(untitled)).toBe(false);
    expect(isSendable({ ...untitled, videoId: 'announced' })).toBe(true);
  });

  it('is never sent with a file that is no video, also for an announced one', async () => {
    const sendable = async (name: string, content?: string) =>
      isSendable(await readDraft(fileOf(name, content), 'a', 'announced'));
    expect(await sendable('light.mp4', 'These are my notes.')).toBe(false);
    expect(await sendable('light.mp4', '')).toBe(false);
    expect(await sendable('light.mp4')).toBe(true);
  });

  it('says that a file cannot be read', async () => {
    const gone = fileOf('light.mp4');
    gone.slice = () => {
      throw new DOMException('moved away', 'NotFoundError');
    };
    expect(await readDraft(gone, 'a')).toMatchObject({ problem: 'uploads.fileUnreadable' });
  });
});
