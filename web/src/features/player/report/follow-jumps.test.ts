import { expect, test } from 'vitest';
import { followJumps } from './follow-jumps.ts';

class Media extends EventTarget {
  currentTime = 0;
  seeking = false;
  playTo(seconds: number) {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }
  jumpTo(seconds: number) {
    this.currentTime = seconds;
    this.seeking = true;
    this.dispatchEvent(new Event('seeking'));
    this.dispatchEvent(new Event('timeupdate'));
  }
}

test('a jump began where was played last, also when it is made of several', () => {
  const media = new Media();
  const jumps = followJumps(media as unknown as HTMLMediaElement);
  media.playTo(12.34);
  media.jumpTo(40);
  media.jumpTo(50);
  media.seeking = false;
  expect(jumps.end()).toEqual({ from: '12.3' });
  expect(jumps.end()).toBeUndefined();
  media.jumpTo(10);
  expect(jumps.end()).toEqual({ from: '50.0' });
  jumps.stop();
  media.jumpTo(1);
  expect(jumps.end()).toBeUndefined();
});
