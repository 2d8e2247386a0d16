/** Sharp on screens and paper. */
const SCALE = 2;
const MARGIN = 16;
const TITLE_HEIGHT = 34;
const LEGEND_HEIGHT = 26;
/** What style sheets say of a shape; a picture of it knows no style sheet. */
const PAINTED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-size',
  'text-anchor',
] as const;

interface LegendEntry {
  readonly name: string;
  /** Of the tokens. */
  readonly color: string;
}

/** Draws a chart as it looks now, in the colours of the present theme, with its title and legend. */
export async function drawPicture(
  drawing: SVGSVGElement,
  title: string,
  legend: readonly LegendEntry[],
): Promise<Blob> {
  const { width, height } = drawing.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + TITLE_HEIGHT + LEGEND_HEIGHT + 2 * MARGIN) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const page = getComputedStyle(document.documentElement);
  const readColor = (name: string) => page.getPropertyValue(`--color-${name}`).trim();
  const font = getComputedStyle(document.body).fontFamily;
  context.scale(SCALE, SCALE);
  context.fillStyle = readColor('surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = readColor('text');
  context.font = `600 16px ${font}`;
  context.fillText(title, MARGIN, MARGIN + 16, width);
  context.drawImage(await loadImage(drawing), MARGIN, MARGIN + TITLE_HEIGHT, width, height);
  context.font = `13px ${font}`;
  const y = MARGIN + TITLE_HEIGHT + height + LEGEND_HEIGHT - 6;
  let x = MARGIN;
  for (const { name, color } of legend) {
    context.fillStyle = readColor(color);
    context.fillRect(x, y - 9, 14, 9);
    context.fillStyle = readColor('text-muted');
    context.fillText(name, x + 20, y);
    x += 40 + context.measureText(name).width;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

async function loadImage(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const text = new XMLSerializer().serializeToString(copyWithPaint(drawing));
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

/** Attributes, not styles: the page's policy allows no style within the picture. */
function copyWithPaint(drawing: SVGSVGElement): Node {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return copy;
  const copies = copy.querySelectorAll('*');
  for (const [at, element] of [...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of PAINTED) copies[at]?.setAttribute(name, style.getPropertyValue(name));
    copies[at]?.setAttribute('font-family', 'sans-serif');
  }
  return copy;
}
