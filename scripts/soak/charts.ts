import type { Window } from '@pilothouse/test-e2e/soak/measure.js';
import type { FaultOutcome, SoakOutcome } from '@pilothouse/test-e2e/soak/outcome.js';
import { axisLabel, niceEnd } from '../bench/lines.js';
import { colorOf, legend, line, MARGIN, picture, short, text, WIDTH } from '../bench/svg.js';

const TOP = 56;
const PANEL = 190;
const INNER = { left: 64, right: MARGIN, top: 52, bottom: 26 };
const TICKS = 4;
const MINUTE = 60_000;

interface Series {
  readonly name: string;
  readonly value: (window: Window) => number | undefined;
}

interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
}

const longest = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

const perSecond = (count: number, { from, to }: Window): number => (count * 1000) / Math.max(1, to - from);

/** Processes by the beginnings of their names. */
const GROUPS = {
  'API server': /^API/,
  etcd: /^etcd/,
  'controller manager': /^manager/,
  services: /^(token|admission)/,
};

/** The most that a process of each group has. */
function byProcess(field: 'memory' | 'descriptors'): Series[] {
  return Object.entries(GROUPS).map(([name, pattern]) => ({
    name,
    value: (window) =>
      longest(Object.entries(window[field]).flatMap(([process, value]) => (pattern.test(process) ? [value] : []))),
  }));
}

const PANELS: readonly Panel[] = [
  {
    title: 'p99 in milliseconds',
    series: [
      {
        name: 'writes',
        value: ({ p99: { create, update, patch, apply, delete: remove } }) =>
          longest([create, update, patch, apply, remove]),
      },
      { name: 'gets', value: ({ p99 }) => p99.get },
      { name: 'lists', value: ({ p99 }) => p99.list },
    ],
  },
  {
    title: 'Requests in a second',
    series: [
      { name: 'answered', value: (window) => perSecond(window.requests, window) },
      { name: 'failed', value: (window) => perSecond(window.failed, window) },
    ],
  },
  { title: 'Most resident memory of a process in MiB', series: byProcess('memory') },
  { title: 'Most file descriptors of a process', series: byProcess('descriptors') },
];

/** A panel for each quantity over time. Grey bars are faults. */
export function soakChart({ windows, faults, lasted }: SoakOutcome): string {
  const title = 'The soak over time';
  const parts = PANELS.flatMap((panel, index) => panelOf(panel, TOP + index * PANEL, { windows, faults, lasted }));
  const head = [
    text(MARGIN, 26, title, { className: 'title' }),
    text(MARGIN, 44, 'Minutes since the start of the load; grey: a fault', { className: 'soft' }),
  ];
  return picture(TOP + PANELS.length * PANEL + MARGIN, title, [...head, ...parts]);
}

function panelOf(
  { title, series }: Panel,
  y: number,
  { windows, faults, lasted }: Pick<SoakOutcome, 'windows' | 'faults' | 'lasted'>,
): string[] {
  const values = series.flatMap(({ value }) => windows.map(value)).filter((value) => value !== undefined);
  const most = niceEnd(Math.max(0, ...values));
  const [left, right] = [INNER.left, WIDTH - INNER.right];
  const [top, bottom] = [y + INNER.top, y + PANEL - INNER.bottom];
  const end = Math.max(1, lasted);
  const xOf = (at: number): number => left + Math.min(1, Math.max(0, at / end)) * (right - left);
  const yOf = (value: number): number => bottom - Math.max(0, value / most) * (bottom - top);
  const bar = ({ from, to }: FaultOutcome): string =>
    `<rect x="${short(xOf(from))}" y="${top}" width="${short(Math.max(0.5, xOf(to) - xOf(from)))}" height="${bottom - top}" fill="var(--line)" opacity="0.6"/>`;
  const rows = Array.from({ length: TICKS + 1 }, (_, index) => (most * index) / TICKS);
  const moments = rows.map((_, index) => (end * index) / TICKS);
  return [
    text(MARGIN, y + 20, title),
    ...legend(
      y + 40,
      series.map(({ name }) => name),
    ),
    ...faults.map(bar),
    ...rows.flatMap((value) => [
      line([left, yOf(value)], [right, yOf(value)], 'grid'),
      text(left - 6, yOf(value) + 4, axisLabel(value), { anchor: 'end', className: 'soft' }),
    ]),
    ...moments.map((at) => text(xOf(at), bottom + 16, axisLabel(at / MINUTE), { anchor: 'middle', className: 'soft' })),
    ...series.map(({ value }, index) => {
      const points = windows.flatMap((window) => {
        const found = value(window);
        return found === undefined ? [] : [`${short(xOf((window.from + window.to) / 2))},${short(yOf(found))}`];
      });
      return `<polyline points="${points.join(' ')}" class="curve" stroke="${colorOf(index)}"/>`;
    }),
  ];
}
