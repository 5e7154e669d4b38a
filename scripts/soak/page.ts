import type { FaultOutcome, SoakOutcome, VerbOutcome } from '@pilothouse/test-e2e/soak/outcome.js';

/** The file names beside the page. */
export const CHART = 'soak.svg';

const MINUTE = 60_000;

/** The machine, and the versions of programs. */
export type Facts = Readonly<Record<string, string>>;

/** The page of a soak, in Markdown. `isOver`: false for a page of the soak so far. */
export function soakPage(outcome: SoakOutcome, facts: Facts, isOver: boolean): string {
  const { counts, settings, lasted, windows } = outcome;
  const lost = counts['event lost'];
  const missing = counts['write lost'];
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const state = isOver ? '' : ' so far';
  return `${[
    '# Soak',
    `${minutes(lasted)} of ${minutes(settings.milliseconds)} minutes${state}, from ${outcome.began.toISOString()}: **${lost} events lost, ${missing} writes lost, ${found} findings.**`,
    'Three API servers behind HAProxy with TLS on an etcd of three, two controller managers, two token-review services and two admission services, all with their clients on one machine. ' +
      "Everything fails in turn. Every acknowledged write and every event is compared with etcd's own log, which is read through the package etcd3.",
    ...(windows.length === 0 ? [] : [`![p99, requests, memory and file descriptors over time](${CHART})`]),
    '## What clients did',
    table(['Verb', 'Answered', 'Failed', 'p50', 'p99', 'Longest'], outcome.verbs.map(verbRow)),
    `p50 and p99 are at most a tenth too long. Writes count from the moment when they were due.`,
    table(['What', 'Number'], totals(outcome)),
    '## What was found',
    table(
      ['Kind', 'Number'],
      Object.entries(counts).map(([kind, count]) => [kind, number(count)]),
    ),
    ...findings(outcome),
    '## What failed when',
    table(['Fault', 'Times', 'Minutes'], faultRows(outcome.faults)),
    ...causes(outcome),
    '## Memory and file descriptors',
    'Resident MiB at the start, at the end and at most; open file descriptors the same.',
    table(['Process', 'MiB', 'most', 'Descriptors', 'most'], usage(outcome)),
    '## Where',
    table(['What', 'Value'], Object.entries({ ...facts, ...settingsOf(outcome) })),
  ].join('\n\n')}\n`;
}

function verbRow({ verb, count, failed, p50, p99, longest }: VerbOutcome): string[] {
  return [verb, number(count), number(failed), milliseconds(p50), milliseconds(p99), milliseconds(longest)];
}

function totals({ writes, events, watchStarts, relists, delay, webhookCalls }: SoakOutcome): string[][] {
  return [
    ['writes acknowledged', number(writes.acknowledged)],
    ['writes refused: conflicts after an unknown outcome, and faults', number(writes.refused)],
    [
      'writes of unknown outcome, and how many of them were stored',
      `${number(writes.unknown)}, ${number(writes.unknownStored)}`,
    ],
    ['writes not sent, because every object had one under way', number(writes.skipped)],
    ["changes in etcd's log", number(writes.stored)],
    ['events of all watches', number(events)],
    ['connections of watches', number(watchStarts)],
    ['lists after 410', number(relists)],
    ['longest time from the reading of a change to its event', milliseconds(delay)],
    ['calls of the webhook', number(webhookCalls)],
  ];
}

function findings({ findings: all, counts, began }: SoakOutcome): string[] {
  if (all.length === 0) return [];
  const lines = all.map(({ kind, text, at }) => `- ${minutes(at - began.getTime())} min, ${kind}: ${escaped(text)}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [lines.join('\n'), ...(total > all.length ? [`${total - all.length} more are not listed.`] : [])];
}

function faultRows(faults: readonly FaultOutcome[]): string[][] {
  const names = [...new Set(faults.map(({ name }) => name))].toSorted();
  return names.map((name) => {
    const own = faults.filter((fault) => fault.name === name);
    const errors = own.flatMap(({ error }) => error ?? []);
    const when = own.map(({ from }) => minutes(from)).join(', ');
    return [name, String(own.length), errors.length === 0 ? when : `${when} (${escaped(errors[0] ?? '')})`];
  });
}

function causes({ causes: all }: SoakOutcome): string[] {
  if (all.size === 0) return ['No request failed.'];
  const rows = [...all].toSorted(([, a], [, b]) => b - a).slice(0, 20);
  return [
    'Failed requests, after the retries that client-go makes:',
    table(
      ['Cause', 'Number'],
      rows.map(([cause, count]) => [escaped(cause), number(count)]),
    ),
  ];
}

function usage({ windows }: SoakOutcome): string[][] {
  const names = [...new Set(windows.flatMap(({ memory }) => Object.keys(memory)))];
  return names.map((name) => {
    const range = (field: 'memory' | 'descriptors'): string[] => {
      const values = windows.flatMap((window) => window[field][name] ?? []);
      return [`${values[0] ?? ''} → ${values.at(-1) ?? ''}`, String(Math.max(...values))];
    };
    return [name, ...range('memory'), ...range('descriptors')];
  });
}

function settingsOf({ settings }: SoakOutcome): Facts {
  const { seed, writes, lists, watches, workers, rest } = settings;
  return {
    seed: String(seed),
    load: `${writes} writes, ${lists} lists and ${lists} gets a second; ${watches} watches`,
    'workers of each API server': String(workers),
    'between two faults': `${rest / 1000} s`,
  };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function minutes(milliseconds: number): string {
  return String(Math.round(milliseconds / (MINUTE / 10)) / 10);
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? '' : `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ms`;
}

function number(value: number): string {
  return value.toLocaleString('en-GB');
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
