/** Draws the marks as they looked before (runs in a page), to measure the look of today against. */
export function drawEarlierMarks(code: string): { boxes: number[][]; hiddenBoxes: number[][] } {
  const number = '•••• ••3210';
  const layer = document.createElement('div');
  layer.id = 'marks';
  const text = 'font: 600 16px/1.3 system-ui, sans-serif; white-space: pre; text-align: left';
  layer.style.cssText = `position: fixed; inset: 0; overflow: hidden; ${text}`;
  document.body.append(layer);
  const draw = (isLight: boolean, styles: string, lines: readonly string[]) => {
    const mark = document.createElement('div');
    const [fill, edge] = isLight ? ['#fff', '#000'] : ['#000', '#fff'];
    const around = ['1px 0 0', '-1px 0 0', '0 1px 0', '0 -1px 0', '0 0 3px'];
    const shadow = around.map((offset) => `${offset} ${edge}`).join(', ');
    mark.style.cssText = `position: absolute; color: ${fill}; text-shadow: ${shadow}; ${styles}`;
    mark.textContent = lines.join('\n');
    layer.append(mark);
    const { left, top, width, height } = mark.getBoundingClientRect();
    return [left, top, width, height];
  };
  const seen = 'opacity: 0.3; font-size: max(14px, 1.5vw);';
  const centred = 'transform: translate(-50%, -50%);';
  const high = 'top: max(13%, 96px);';
  const low = 'bottom: max(14%, 112px);';
  const both = [number, code];
  const boxes = [
    draw(true, `${seen} ${high} left: 3%`, both),
    draw(false, `${seen} ${high} right: 3%; text-align: right`, both),
    draw(false, `${seen} ${low} left: 3%`, both),
    draw(true, `${seen} ${low} right: 3%; text-align: right`, both),
    draw(true, `${seen} ${centred} left: 31%; top: 38%`, both),
    draw(false, `${seen} ${centred} left: 62%; top: 61%`, both),
    draw(true, `${seen} ${centred} left: 44%; top: 20%`, both),
    draw(false, `${seen} ${centred} left: 86%; top: 50%`, [code, '2026-11-21 22:48:05 UTC']),
  ];
  const hidden = `${centred} opacity: 0.02; font-size: max(14px, 3vw);`;
  const hiddenBoxes = ['25%', '75%'].flatMap((left) =>
    ['25%', '75%'].map((top) =>
      draw(true, `${hidden} left: ${left}; top: ${top}`, [`${number} ${code}`]),
    ),
  );
  return { boxes, hiddenBoxes };
}
