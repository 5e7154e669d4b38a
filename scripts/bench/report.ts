import { formatNumber, formatRatio, type Curve, type Outcome, type OutcomeRow } from './outcome.js';

/** The generated parts of the page, by marker name. */
export type Parts = Readonly<Record<string, string>>;

const begin = (name: string): string => `<!-- ${name}: made by npm run bench -- --publish -->`;
const end = (name: string): string => `<!-- end of ${name} -->`;

/** Replaces the parts of the page. Throws if a marker is missing. */
export function filled(page: string, parts: Parts): string {
  let result = page;
  for (const [name, part] of Object.entries(parts)) {
    const [from, to] = [result.indexOf(begin(name)), result.indexOf(end(name))];
    if (from === -1 || to < from) throw new Error(`the page has no marker for ${name}`);
    result = `${result.slice(0, from)}${begin(name)}\n\n${part}\n${result.slice(to)}`;
  }
  return result;
}

/** Markdown of the measurements and the machine. */
export function partsOf(outcome: Outcome): Parts {
  return {
    machine: machineText(outcome),
    rows: explanationText(outcome.rows),
    results: `![Each row as a bar beside its target](benchmarks/rows.svg)\n\n${tableText(outcome.rows)}`,
    'per core': perCoreText(outcome.rows),
    ...growthParts(outcome),
  };
}

/** The curves; nothing if none were measured. */
export function growthParts({ curves }: Outcome): Parts {
  if (curves.length === 0) return {};
  const chart = '![Curves over the number of objects and of watchers](benchmarks/growth.svg)\n';
  return { growth: [chart, ...curves.map(curveText)].join('\n') };
}

export function machineText({ when, machine, versions, settings }: Outcome): string {
  const pairs = Object.entries({ date: when.slice(0, 10), ...machine, ...versions, stores: settings['stores'] ?? '' });
  return markdownTable(
    ['', ''],
    pairs.map(([name, value]) => [name, value]),
  );
}

/** Every row once, for all measured stores. */
function explanationText(rows: readonly OutcomeRow[]): string {
  const reasons = new Map(rows.map(({ name, why }) => [name, why]));
  return markdownTable(['Row', 'Tells'], [...reasons]);
}

function tableText(rows: readonly OutcomeRow[]): string {
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  const cells = rows.map((row) => {
    const { name, store, value, unit = '', target, targetRatio, peer, peerRatio, peerSpread, note, error } = row;
    if (value === undefined) return [name, store, `failed: ${error}`, '', '', '', ''];
    const mark = note === undefined ? '' : ` <sup>${notes.indexOf(note) + 1}</sup>`;
    const quantity = (number: number | undefined): string =>
      number === undefined ? '' : `${formatNumber(number)} ${unit}`;
    const ratioText = (ratio: number | undefined): string => (ratio === undefined ? '' : ratio.toFixed(2));
    const missed = targetRatio !== undefined && targetRatio < 1;
    return [
      name,
      store,
      `${quantity(value)}${mark}`,
      quantity(target),
      missed ? `**${ratioText(targetRatio)}**` : ratioText(targetRatio),
      quantity(peer),
      peerRatio === undefined ? '' : formatRatio(peerRatio, peerSpread),
    ];
  });
  const head = ['Row', 'Store', 'Value', 'Target', 'Ratio', 'Peer', 'Ratio'];
  return `${markdownTable(head, cells)}\n${notes.map((note, index) => `${index + 1}. ${note}\n`).join('')}`;
}

/** The rows whose load tells the CPU time of the server and of the client. */
export function perCoreText(rows: readonly OutcomeRow[]): string {
  const cells = rows.flatMap(({ name, store, perCore }) => {
    if (perCore === undefined) return [];
    const { value, peer, peerRatio, peerSpread, client, peerClient } = perCore;
    return [
      [
        name,
        store,
        `${formatNumber(value)} /s`,
        peer === undefined ? '' : `${formatNumber(peer)} /s`,
        peerRatio === undefined ? '' : formatRatio(peerRatio, peerSpread),
        client.toFixed(2),
        peerClient === undefined ? '' : peerClient.toFixed(2),
      ],
    ];
  });
  return markdownTable(['Row', 'Store', 'Value', 'Peer', 'Ratio', 'Client', 'Client of the peer'], cells);
}

function curveText({ name, store, why, of, unit, points }: Curve): string {
  const cells = [points.map(({ at }) => formatNumber(at)), points.map(({ value }) => formatNumber(value))] as const;
  const head = [of, ...cells[0]];
  return `**${name}**, ${store}. ${why}\n\n${markdownTable(head, [[unit, ...cells[1]]])}`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return `${row(head)}|${head.map(() => '---|').join('')}\n${rows.map(row).join('')}`;
}
