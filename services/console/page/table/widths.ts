import type { Column } from '../api/types.js';
import { cellText } from './cell.js';
import type { Row } from './rows.js';

const SAMPLE = 100;
const WIDTH = { least: 6, most: 44, padding: 3 };

interface Shown {
  readonly column: Column;
  readonly index: number;
}

/** Columns of a CSS grid, as wide as the texts of a sample of the rows. The name takes what is left. */
export function columnTemplate(shown: readonly Shown[], rows: readonly Row[], withNamespace: boolean): string {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_, index) => index % step === 0);
  const widthOf = (title: string, textOf: (row: Row) => unknown): number => {
    const longest = Math.max(title.length, ...sample.map((row) => cellText(textOf(row)).length));
    return Math.min(Math.max(longest, WIDTH.least), WIDTH.most) + WIDTH.padding;
  };
  const widths = [
    ...(withNamespace ? [`minmax(10ch, ${widthOf('Namespace', ({ meta }) => meta.namespace)}ch)`] : []),
    ...shown.map(({ column, index }, position) => {
      const width = column.name === 'Age' ? 10 : widthOf(column.name, ({ cells }) => cells[index]);
      return position === 0 ? `minmax(20ch, ${Math.max(width, 30)}fr)` : `minmax(${Math.min(width, 10)}ch, ${width}fr)`;
    }),
  ];
  return widths.join(' ');
}
