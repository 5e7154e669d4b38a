import type { Curve } from './outcome.js';
import { colorOf, grouped, legend, line, logShare, MARGIN, picture, short, text, WIDTH } from './svg.js';

const COLUMNS = 2;
const TOP = 70;
const PANEL = { width: (WIDTH - MARGIN) / COLUMNS, height: 210 };
/** The margins of a panel. */
const INNER = { left: 58, right: 22, top: 34, bottom: 40 };
const TICKS = 4;

/** A chart of the curves: a panel for each quantity, with a line for each store over a logarithmic axis. */
export function lineChart(curves: readonly Curve[]): string {
  const stores = [...new Set(curves.map(({ store }) => store))];
  const panels = [...grouped(curves, ({ name, of }) => `${of} ${name}`).values()];
  const parts = panels.flatMap((panel, index) => {
    const x = MARGIN / 2 + (index % COLUMNS) * PANEL.width;
    const y = TOP + Math.floor(index / COLUMNS) * PANEL.height;
    return panelOf(panel, { x, y, colorOfStore: (curve) => colorOf(stores.indexOf(curve.store)) });
  });
  const height = TOP + Math.ceil(panels.length / COLUMNS) * PANEL.height + MARGIN;
  const title = 'From few objects and watchers to many';
  return picture(height, title, [text(MARGIN, 26, title, { className: 'title' }), ...legend(50, stores), ...parts]);
}

interface Panel {
  readonly x: number;
  readonly y: number;
  readonly colorOfStore: (curve: Curve) => string;
}

function panelOf(curves: readonly Curve[], { x, y, colorOfStore }: Panel): string[] {
  const points = curves.flatMap((curve) => curve.points);
  const [{ name, unit, of } = { name: '', unit: '', of: '' }] = curves;
  const sizes = [...new Set(points.map(({ at }) => at))].toSorted((a, b) => a - b);
  const range = [sizes[0] ?? 1, sizes.at(-1) ?? 1] as const;
  const most = niceEnd(Math.max(...points.map(({ value }) => value)));
  const [left, right] = [x + INNER.left, x + PANEL.width - INNER.right];
  const [top, bottom] = [y + INNER.top, y + PANEL.height - INNER.bottom];
  const xOf = (at: number): number => left + logShare(at, range) * (right - left);
  const yOf = (value: number): number => bottom - Math.max(0, value / most) * (bottom - top);
  const rows = Array.from({ length: TICKS + 1 }, (_, index) => (most * index) / TICKS);
  return [
    text(left, y + 20, `${name}, ${unit}`),
    ...rows.flatMap((value) => [
      line([left, yOf(value)], [right, yOf(value)], 'grid'),
      text(left - 6, yOf(value) + 4, axisLabel(value), { anchor: 'end', className: 'soft' }),
    ]),
    ...sizes.map((at) => text(xOf(at), bottom + 16, axisLabel(at), { anchor: 'middle', className: 'soft' })),
    text(right, bottom + 32, of, { anchor: 'end', className: 'soft' }),
    ...curves.flatMap((curve) => curveOf(curve, { color: colorOfStore(curve), xOf, yOf })),
  ];
}

interface Axes {
  readonly color: string;
  readonly xOf: (at: number) => number;
  readonly yOf: (value: number) => number;
}

function curveOf({ points }: Curve, { color, xOf, yOf }: Axes): string[] {
  const path = points.map(({ at, value }) => `${short(xOf(at))},${short(yOf(value))}`).join(' ');
  const dots = points.map(
    ({ at, value }) => `<circle cx="${short(xOf(at))}" cy="${short(yOf(value))}" r="3" fill="${color}"/>`,
  );
  return [`<polyline points="${path}" class="curve" stroke="${color}"/>`, ...dots];
}

/** The next of 1, 2, 4, 6, 8 and 10 times a power of ten, whose quarters are round numbers. */
export function niceEnd(most: number): number {
  // Smaller values count as zero; they have no power of ten.
  if (!(most > 1e-9)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 6, 8].find((step) => step * power >= most) ?? 10) * power;
}

/** The shortest form of a number with three digits. */
export function axisLabel(value: number): string {
  const shortest = (number: number): string => String(Number(number.toPrecision(3)));
  return value >= 1000 ? `${shortest(value / 1000)}k` : shortest(value);
}
