import type { OutcomeRow } from './outcome.js';
import { colorOf, grouped, legend, line, logShare, MARGIN, picture, short, text, WIDTH } from './svg.js';

const LABELS = 290;
const VALUES = 60;
const BAR = 12;
const GAP = 10;
const TOP = 92;
/** The ends of the axis; values beyond them are clipped. */
const RANGE = [0.125, 32] as const;
const TICKS = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32] as const;

interface Bar extends OutcomeRow {
  readonly targetRatio: number;
}

/** A bar chart of each row's ratio to its target, one colour for each store, with rings for the peer. */
export function barChart(rows: readonly OutcomeRow[]): string {
  const bars = rows.filter(isBar);
  const stores = [...new Set(bars.map(({ store }) => store))];
  const groups = grouped(bars, ({ name }) => name);
  const parts: string[] = [];
  let y = TOP;
  for (const [name, ofName] of groups) {
    const height = ofName.length * BAR;
    parts.push(text(LABELS - 10, y + height / 2 + 4, name, { anchor: 'end' }));
    ofName.forEach((bar, index) => parts.push(...barOf(bar, y + index * BAR, colorOf(stores.indexOf(bar.store)))));
    y += height + GAP;
  }
  const bottom = y;
  const head = [
    text(MARGIN, 26, 'Measured values beside their targets', { className: 'title' }),
    text(MARGIN, 44, 'How many times as good as the target (bar) and as the peer (ring); more is better', {
      className: 'soft',
    }),
    ...legend(62, stores),
    ...TICKS.flatMap((tick) => [
      line([xOf(tick), TOP - 8], [xOf(tick), bottom], tick === 1 ? 'mark' : 'grid'),
      text(xOf(tick), TOP - 14, tick < 1 ? `1/${1 / tick}` : `${tick}`, { anchor: 'middle', className: 'soft' }),
    ]),
  ];
  return picture(bottom + MARGIN, 'Measured values beside their targets', [...head, ...parts]);
}

/** A bar from the line of 1: to the right for better, to the left for worse. */
function barOf({ targetRatio, peerRatio }: Bar, y: number, color: string): string[] {
  const [one, end] = [xOf(1), xOf(targetRatio)];
  const [left, right] = [Math.min(one, end), Math.max(one, end)];
  const rect = `<rect x="${short(left)}" y="${y + 1}" width="${short(Math.max(1, right - left))}" height="${BAR - 2}" rx="1.5" fill="${color}"/>`;
  const middle = y + BAR / 2;
  const value = text(WIDTH - MARGIN, middle + 4, targetRatio.toFixed(2), { anchor: 'end', className: 'soft' });
  if (peerRatio === undefined) return [rect, value];
  return [rect, value, `<circle cx="${short(xOf(peerRatio))}" cy="${short(middle)}" r="3.2" class="peer"/>`];
}

function xOf(ratio: number): number {
  return LABELS + logShare(ratio, RANGE) * (WIDTH - LABELS - VALUES - MARGIN);
}

function isBar(row: OutcomeRow): row is Bar {
  return row.targetRatio !== undefined;
}
