/** Lengths are pixels of a picture of width WIDTH. */
export const WIDTH = 860;
export const MARGIN = 16;

/** Colours of the stores, for light and dark mode. */
const COLORS = ['#3b7dd8', '#e0862a', '#3a9b5c', '#a35bc4'] as const;

/** Colours follow the reader's colour scheme. */
const STYLE = [
  ':root{--ground:#fff;--ink:#1f2328;--soft:#59636e;--line:#d1d9e0}',
  '@media(prefers-color-scheme:dark){:root{--ground:#0d1117;--ink:#e6edf3;--soft:#9198a1;--line:#3d444d}}',
  'svg{background:var(--ground)}',
  '.ground{fill:var(--ground)}',
  'text{font:12px system-ui,sans-serif;fill:var(--ink)}',
  '.title{font-size:15px;font-weight:600}',
  '.soft{fill:var(--soft);font-size:11px}',
  '.grid{stroke:var(--line);stroke-width:1}',
  '.mark{stroke:var(--ink);stroke-width:1.5}',
  '.peer{fill:none;stroke:var(--ink);stroke-width:1.2}',
  '.curve{fill:none;stroke-width:2}',
].join('');

export function picture(height: number, title: string, parts: readonly string[]): string {
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

export interface TextOptions {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly className?: 'title' | 'soft';
}

export function text(x: number, y: number, content: string, { anchor, className }: TextOptions = {}): string {
  const more = `${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${className === undefined ? '' : ` class="${className}"`}`;
  return `<text x="${short(x)}" y="${short(y)}"${more}>${escaped(content)}</text>`;
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  className: 'grid' | 'mark',
): string {
  return `<line x1="${short(from[0])}" y1="${short(from[1])}" x2="${short(to[0])}" y2="${short(to[1])}" class="${className}"/>`;
}

/** A legend: a small square of each store's colour with its name. */
export function legend(y: number, names: readonly string[]): string[] {
  let x = MARGIN;
  return names.flatMap((name, index) => {
    const parts = [
      `<rect x="${x}" y="${y - 9}" width="10" height="10" rx="2" fill="${colorOf(index)}"/>`,
      text(x + 15, y, name, { className: 'soft' }),
    ];
    x += 32 + name.length * 7;
    return parts;
  });
}

export function colorOf(index: number): string {
  return COLORS[index % COLORS.length] ?? COLORS[0];
}

/** Rounds to a tenth of a pixel. */
export function short(length: number): string {
  return String(Math.round(length * 10) / 10);
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The position of a value on a logarithmic axis: from 0 to 1, clipped. */
export function logShare(value: number, [least, most]: readonly [number, number]): number {
  if (!(value > 0) || least >= most) return 0;
  return Math.min(1, Math.max(0, Math.log(value / least) / Math.log(most / least)));
}

/** Groups by key, in order of appearance. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
