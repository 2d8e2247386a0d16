import type { Box, Matrix } from './perspective.ts';

// Each of these runs in a page, so it holds all that it calls. Pictures are PNG or JPEG in base64.

/**
 * Prepares a picture as a person looking for a code would: each box enlarged, light on dark and the
 * reverse.
 */
export type Readable = readonly [light: string, dark: string];

export interface Shot {
  /** What the screen shows. */
  readonly png: string;
  /** From pixels of the photograph to shares of the screen. */
  readonly toScreen: Matrix;
  readonly size: { readonly width: number; readonly height: number };
  /** Of the noise. */
  readonly seed: number;
}

/**
 * The screen as a phone held before it films it in 1080 lines: stripes of the display, perspective,
 * a lens that is not quite sharp, light of the room, noise, and JPEG.
 */
export async function photograph({ png, toScreen, size, seed }: Shot): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const { width: w, height: h } = image;
  const source = new OffscreenCanvas(w, h).getContext('2d');
  if (source === null) throw new Error('no canvas');
  source.drawImage(image, 0, 0);
  const { data } = source.getImageData(0, 0, w, h);
  const { width, height } = size;
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0, m8 = 0] = toScreen;
  const linear = Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** 2.2);
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  const fine = 3;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const lit = [0, 0, 0];
      for (let part = 0; part < fine * fine; part += 1) {
        const px = x + ((part % fine) + 0.5) / fine;
        const py = y + (Math.floor(part / fine) + 0.5) / fine;
        const depth = m6 * px + m7 * py + m8;
        const u = ((m0 * px + m1 * py + m2) / depth) * w;
        const v = ((m3 * px + m4 * py + m5) / depth) * h;
        if (u < 0 || v < 0 || u >= w || v >= h) continue;
        // One stripe of three is lit in each colour, with a dark line between rows.
        const channel = Math.floor((u - Math.floor(u)) * 3);
        const inRow = v - Math.floor(v);
        if (inRow < 0.08 || inRow > 0.92) continue;
        const level = data[(Math.floor(v) * w + Math.floor(u)) * 4 + channel] ?? 0;
        lit[channel] = (lit[channel] ?? 0) + ((linear[level] ?? 0) * 3) / 0.84 / (fine * fine);
      }
      for (const [channel, plane] of planes.entries()) plane[y * width + x] = lit[channel] ?? 0;
    }
  }
  const sigma = 0.9;
  const weights = [-3, -2, -1, 0, 1, 2, 3].map((at) => Math.exp(-(at * at) / (2 * sigma * sigma)));
  const sum = weights.reduce((one, other) => one + other, 0);
  const blur = (plane: Float32Array, step: number) => {
    const blurred = new Float32Array(plane.length);
    for (let at = 3 * step; at < plane.length - 3 * step; at += 1) {
      let value = 0;
      for (let near = 0; near < 7; near += 1) {
        value += (plane[at + (near - 3) * step] ?? 0) * (weights[near] ?? 0);
      }
      blurred[at] = value / sum;
    }
    return blurred;
  };
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const noise = () => (random() + random() + random() - 1.5) * 2;
  const photo = new ImageData(width, height);
  for (const [channel, sharp] of planes.entries()) {
    const plane = blur(blur(sharp, 1), width);
    for (let at = 0; at < plane.length; at += 1) {
      const light = (plane[at] ?? 0) * 0.88 + 0.015;
      const grainy = light + noise() * (0.004 + 0.014 * Math.sqrt(light));
      photo.data[at * 4 + channel] = 255 * Math.max(0, grainy) ** (1 / 2.2);
      photo.data[at * 4 + 3] = 255;
    }
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(photo, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
  const jpeg = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of jpeg) text += String.fromCharCode(byte);
  return btoa(text);
}

export interface Sighting {
  readonly picture: string;
  /** Around what is to be read. */
  readonly boxes: readonly Box[];
  readonly letterPixels: number;
}

/**
 * Enlarges each box and evens out what is larger than a letter, so that what is left is the contrast
 * that letters make, stretched to all of it.
 */
export async function enhance({ picture, boxes, letterPixels }: Sighting): Promise<Readable[]> {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const zoom = Math.max(1, 40 / letterPixels);
  const margin = Math.ceil(letterPixels * 0.4);
  const reach = Math.round(letterPixels * zoom * 0.9);
  const written = async (values: Float32Array, width: number, height: number, sign: number) => {
    const made = new ImageData(width, height);
    for (const [at, value] of values.entries()) {
      const level = 128 + sign * Math.max(-1, Math.min(1, value / 2.5)) * 127;
      made.data.set([level, level, level, 255], at * 4);
    }
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.putImageData(made, 0, 0);
    const blob = await canvas.convertToBlob();
    let text = '';
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  };
  /** Mean over a square, by sums from the corner. */
  const meanOf = (values: Float32Array, width: number, height: number) => {
    const sums = new Float64Array((width + 1) * (height + 1));
    for (let y = 0; y < height; y += 1) {
      let row = 0;
      for (let x = 0; x < width; x += 1) {
        row += values[y * width + x] ?? 0;
        sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
      }
    }
    return values.map((_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
      const sumAt = (px: number, py: number) => sums[py * (width + 1) + px] ?? 0;
      const all = sumAt(right, bottom) - sumAt(left, bottom) - sumAt(right, top) + sumAt(left, top);
      return all / ((right - left) * (bottom - top));
    });
  };
  const made: Readable[] = [];
  for (const [left = 0, top = 0, boxWidth = 0, boxHeight = 0] of boxes) {
    const width = Math.round((boxWidth + 2 * margin) * zoom);
    const height = Math.round((boxHeight + 2 * margin) * zoom);
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.scale(zoom, zoom);
    context.drawImage(image, margin - left, margin - top);
    const { data } = context.getImageData(0, 0, width, height);
    const luma = new Float32Array(width * height).map(
      (_, at) =>
        0.299 * (data[at * 4] ?? 0) +
        0.587 * (data[at * 4 + 1] ?? 0) +
        0.114 * (data[at * 4 + 2] ?? 0),
    );
    const mean = meanOf(luma, width, height);
    const apart = luma.map((value, at) => value - (mean[at] ?? 0));
    const spread = meanOf(
      apart.map((value) => value * value),
      width,
      height,
    );
    const even = apart.map((value, at) => value / Math.sqrt((spread[at] ?? 0) + 0.05));
    made.push([await written(even, width, height, 1), await written(even, width, height, -1)]);
  }
  return made;
}

export interface Pair {
  readonly pictures: readonly [shown: string, bare: string];
  readonly boxes: readonly Box[];
  readonly others: readonly Box[];
}

/** What an eye may see of the difference between two pictures. */
export interface Seen {
  /** One less the mean structural similarity (SSIM) of their lightness, in squares of 8 pixels. */
  readonly dissimilarity: number;
  /** Of lightness (CIE L*, 0 to 100), the most that white changes within `boxes` and outside `others`. */
  readonly mostOnWhite: number;
}

export async function compare({ pictures, boxes, others }: Pair): Promise<Seen> {
  const lightness = await Promise.all(
    pictures.map(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const linear = Float32Array.from({ length: 256 }, (_, level) => {
        const share = level / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      const values = new Float32Array(width * height).map((_, at) => {
        const y =
          0.2126 * (linear[data[at * 4] ?? 0] ?? 0) +
          0.7152 * (linear[data[at * 4 + 1] ?? 0] ?? 0) +
          0.0722 * (linear[data[at * 4 + 2] ?? 0] ?? 0);
        return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
      });
      return { width, height, values };
    }),
  );
  const [one, other] = lightness;
  if (one === undefined || other === undefined) throw new Error('there is no picture');
  const { width, height } = one;
  const side = 8;
  const [c1, c2] = [1, 9];
  let sum = 0;
  let count = 0;
  for (let top = 0; top + side <= height; top += side) {
    for (let left = 0; left + side <= width; left += side) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let at = 0; at < side * side; at += 1) {
        const place = (top + Math.floor(at / side)) * width + left + (at % side);
        const [p, q] = [one.values[place] ?? 0, other.values[place] ?? 0];
        [a, b, aa, bb, ab] = [a + p, b + q, aa + p * p, bb + q * q, ab + p * q];
      }
      const n = side * side;
      const [ma, mb] = [a / n, b / n];
      const [va, vb, cov] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb];
      sum += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      count += 1;
    }
  }
  let mostOnWhite = 0;
  const isIn = (list: readonly Box[], x: number, y: number) =>
    list.some(
      ([left = 0, top = 0, w = 0, h = 0]) =>
        // Shadows reach beyond.
        x >= left - 16 && y >= top - 16 && x <= left + w + 16 && y <= top + h + 16,
    );
  for (const [left = 0, top = 0, w = 0, h = 0] of boxes) {
    for (let y = Math.floor(top); y < top + h; y += 1) {
      for (let x = Math.floor(left); x < left + w; x += 1) {
        const at = y * width + x;
        if ((other.values[at] ?? 0) < 95 || isIn(others, x, y)) continue;
        const apart = Math.abs((one.values[at] ?? 0) - (other.values[at] ?? 0));
        mostOnWhite = Math.max(mostOnWhite, apart);
      }
    }
  }
  return { dissimilarity: 1 - sum / count, mostOnWhite };
}
