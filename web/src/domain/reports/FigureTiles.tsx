import type { Figure } from '../../shared/tile/FigureBoard.tsx';
import { Tile, Tiles } from '../../shared/tile/Tile.tsx';
import { Definition, Definitions } from './Definitions.tsx';

/** Of a report, each figure says how it is defined. */
export type ReportFigure = Figure & { readonly about: string };

interface FigureTilesProps {
  readonly figures: readonly ReportFigure[];
  /** What a figure is made of: stands with the definitions alone, with its values. */
  readonly parts?: readonly ReportFigure[];
}

/** Figures in tiles; how each is defined shows at its button, and of all below. */
export function FigureTiles({ figures, parts = [] }: FigureTilesProps) {
  return (
    <div>
      {/* Rows of one length, so that no tile is wider than another. */}
      <Tiles inRow={figures.length % 5 === 0 ? 'five' : 'four'}>
        {figures.map((figure) => (
          <Tile key={figure.name} {...figure} />
        ))}
      </Tiles>
      <FigureDefinitions figures={figures} parts={parts} />
    </div>
  );
}

/** How figures are defined, and with its values what one of them is made of. */
export function FigureDefinitions({ figures, parts = [] }: FigureTilesProps) {
  return (
    <Definitions>
      {figures.map(({ name, about }) => (
        <Definition key={name} name={name} about={about} />
      ))}
      {parts.map((part) => (
        <Definition key={part.name} {...part} />
      ))}
    </Definitions>
  );
}
