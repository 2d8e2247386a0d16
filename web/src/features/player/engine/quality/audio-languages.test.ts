import { expect, test, vi } from 'vitest';
import { createAudioLanguages } from './audio-languages.ts';

type Languages = Parameters<typeof createAudioLanguages>[0];
type Track = ReturnType<Languages['getAudioTracks']>[number];

/** A video in some languages, the first of which plays; two bit rates make a language twice. */
function lessonIn(...languages: string[]) {
  let playing = 0;
  const tracks = () =>
    languages.map((language, id) => ({ language, id, active: id === playing }) as Track);
  const selectAudioTrack = vi.fn((track: Track) => {
    playing = Number(track.id);
  });
  const configure = vi.fn(() => true);
  return { configure, selectAudioTrack, getAudioTracks: tracks };
}
const open = (player: Languages, remembered: string | null = null) =>
  createAudioLanguages(player, remembered);

test('each language is offered once, and the one that plays is known', () => {
  const sound = open(lessonIn('hi', 'hi', 'en'));
  expect(sound.list()).toEqual(['hi', 'en']);
  expect(sound.playing()).toBe('hi');
  expect(open(lessonIn()).playing()).toBeUndefined();
});

test('a chosen language plays now, and in each load that follows', () => {
  const player = lessonIn('hi', 'en');
  const sound = open(player);
  sound.choose('en');
  expect(sound.playing()).toBe('en');
  expect(player.configure).toHaveBeenLastCalledWith('preferredAudio', [{ language: 'en' }]);
  sound.choose('en');
  expect(player.selectAudioTrack).toHaveBeenCalledTimes(1);
});

test('the library is told of a wish once: each call delays the first picture', () => {
  const player = lessonIn('hi', 'en');
  const sound = open(player);
  sound.choose(null);
  expect(player.configure).not.toHaveBeenCalled();
  sound.choose('en');
  sound.choose('en');
  expect(player.configure).toHaveBeenCalledTimes(1);
});

test('a remembered language is requested before the first load; a missing one changes nothing', () => {
  const player = lessonIn('hi');
  const sound = open(player, 'ta');
  expect(player.configure).toHaveBeenCalledWith('preferredAudio', [{ language: 'ta' }]);
  sound.choose('ta');
  expect(player.selectAudioTrack).not.toHaveBeenCalled();
  sound.choose(null);
  expect(player.configure).toHaveBeenLastCalledWith('preferredAudio', []);
});
