/** Left, top, width and height. */
export type Box = readonly number[];

/** Nine numbers, row by row. */
export type Matrix = readonly number[];

type Point = readonly [x: number, y: number];

/** Brings the corners of a square of side 1 (from its left top, clockwise) to four points. */
export function squareTo(corners: readonly [Point, Point, Point, Point]): Matrix {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const below = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / below;
  const h = (dx1 * dy3 - dx3 * dy1) / below;
  return [
    ...[x1 - x0 + g * x1, x3 - x0 + h * x3, x0],
    ...[y1 - y0 + g * y1, y3 - y0 + h * y3, y0],
    ...[g, h, 1],
  ];
}

/** What undoes it, but for a factor that falls out. */
export function inverseOf(matrix: Matrix): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  return [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ];
}

export function project(matrix: Matrix, [x, y]: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

/** The least upright box that holds what becomes of a box. */
export function projectBox(matrix: Matrix, box: Box): Box {
  const [left = 0, top = 0, width = 0, height = 0] = box;
  const corners = [0, 1, 2, 3].map((corner) =>
    project(matrix, [left + width * (corner % 2), top + height * Math.floor(corner / 2)]),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}
