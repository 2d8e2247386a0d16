import { guardRealm } from '../protection/capture/guard-frames.ts';
import { captureCalls } from '../protection/detectors/capture-calls.ts';
import { createSteering } from '../protection/hold/steering.ts';
import { later, repeat } from '../protection/natives.ts';
import { createPlaybackGuard } from '../protection/playback-guard.ts';
import stageStyles from '../Stage.module.css';
import { type MarkKind, marksOf, timePlace, timeText } from '../watermark/marks.ts';
import { guardWatermark } from '../watermark/watermark-guard.ts';
import { createWatermarkLayer } from '../watermark/watermark-layer.ts';
import { aStream } from './a-stream.ts';

// The watermark alone over a still picture, for tests which attack it in a real browser; its
// interface is in e2e/fixtures/watermark-lab.ts.

function newElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  parent: Element,
  css = '',
) {
  const element = document.createElement(name);
  element.className = css;
  return parent.appendChild(element);
}

const { stage: stageClass, frame: frameClass, videoHost, video: videoClass } = stageStyles;
const frame = newElement('div', newElement('main', document.body), frameClass);
frame.dataset['covers'] = '';
const stage = newElement('div', frame, stageClass);
stage.dataset['testid'] = 'stage';
const home = newElement('div', stage, videoHost);
const video = newElement('video', home, videoClass);
// Greys from black to white, as a picture has them.
const slopes =
  '<linearGradient id="s"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900">${slopes}<rect width="1600" height="900" fill="url(#s)"/></svg>`;
video.poster = `data:image/svg+xml,${encodeURIComponent(svg)}`;
// Without a source it waits for one: neither paused nor moving.
video.muted = true;
video.play().catch(() => undefined);

guardRealm(window);

const notices: string[] = [];
// No method of lists: tests replace them all.
function notice(text: string): void {
  notices[notices.length] = text;
}
let seconds = 0;
const nowMs = () => seconds * 1000;
const playback = createPlaybackGuard({
  video: createSteering(video),
  stream: aStream,
  record: ({ type }) => notice(`recorded ${type}`),
  onView: ({ warning }) => notice(`warning ${warning?.level ?? 'over'}`),
  resume: () => undefined,
  nowMs,
  later,
  repeat,
});
playback.watch(captureCalls({ isTerminated: playback.isTerminated, nowMs }));
/** The session and strength from the address, if given. */
const given = new URLSearchParams(location.search);
const watermark = {
  maskedNumber: '•••• ••3210',
  sessionCode: given.get('code') ?? 'ABPJ-XZVS',
};
const watermarkOpacity = Number(given.get('opacity') ?? aStream.policy.watermarkOpacity);
const policy = { ...aStream.policy, watermarkOpacity };
const layer = createWatermarkLayer(marksOf({ watermark, policy, testLabel: '' }));
layer.showTime(timeText(0, 330), timePlace(0));
const guard = guardWatermark({
  layer,
  stage,
  video,
  nowMs,
  isOver: () => false,
  onFault: ({ what, details }) => notice(`${what}: ${details}`),
  onWhole: () => undefined,
  onCovered: (name) => notice(`covered by ${name}`),
  onEffect: (name) => notice(`effect on ${name}`),
  onUnseen: () => notice('unseen'),
});

function boxesOf(isMeant: (kind: MarkKind) => boolean): number[][] {
  const meant = layer.drawn().filter(({ mark }) => isMeant(mark.kind));
  return meant.map(({ element }) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
  });
}

const lab = {
  pass(share: number) {
    seconds += share;
    guard.pulse();
  },
  passSecond() {
    lab.pass(1);
  },
  takeNotices: () => notices.splice(0),
  coverage: guard.coverage,
  noteBlur: () => playback.report({ type: 'window_blurred', confidence: 'low', message: '' }),
  host: layer.host,
  boxes: () => boxesOf((kind) => kind !== 'hidden' && kind !== 'centre'),
  hiddenBoxes: () => boxesOf((kind) => kind === 'hidden'),
  setBlank(isBlank: boolean) {
    guard.quietly(() => {
      if (!isBlank) layer.redraw();
      else for (const { element } of layer.drawn()) element.textContent = '';
    });
  },
};
Object.assign(window, { lab });
