import { describe, expect, test } from 'vitest';
import { createPlaybackHold } from './playback-hold.ts';
import { createSilence } from './silence.ts';

/** A media element without media, which plays and tells as browsers do. */
class Media extends EventTarget {
  on(name: string, listener: () => void) {
    this.addEventListener(name, listener);
    return () => this.removeEventListener(name, listener);
  }
  paused = true;
  #muted = false;
  get muted() {
    return this.#muted;
  }
  set muted(value: boolean) {
    const isChange = value !== this.#muted;
    this.#muted = value;
    if (isChange) this.dispatchEvent(new Event('volumechange'));
  }
  play() {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.paused = true;
  }
}

function held() {
  const video = new Media();
  const hold = createPlaybackHold({ video, resume: () => video.play() });
  return { video, hold };
}

describe('holding playback', () => {
  test('stops what plays and goes on after the last reason', () => {
    const { video, hold } = held();
    video.play();
    hold.add('warning');
    hold.add('watermark');
    expect(video.paused).toBe(true);
    hold.remove('warning');
    expect(video.paused).toBe(true);
    hold.remove('watermark');
    expect(video.paused).toBe(false);
  });

  test('nothing plays during a hold', () => {
    const { video, hold } = held();
    hold.add('warning');
    video.play();
    expect(video.paused).toBe(true);
    hold.remove('warning');
    expect(video.paused).toBe(true);
  });

  test('a video that is not held is left alone', () => {
    const { video, hold } = held();
    video.play();
    hold.remove('warning');
    expect(video.paused).toBe(false);
    expect(hold.isHeld()).toBe(false);
  });
});

describe('silence', () => {
  test('lasts when the sound is turned on, and gives back what was', () => {
    const video = new Media();
    const silence = createSilence(video);
    silence.begin();
    video.muted = false;
    expect(video.muted).toBe(true);
    silence.end();
    expect(video.muted).toBe(false);
  });

  test('a muted video stays muted, also after two warnings', () => {
    const video = new Media();
    video.muted = true;
    const silence = createSilence(video);
    silence.begin();
    silence.begin();
    silence.end();
    expect(video.muted).toBe(true);
  });
});
