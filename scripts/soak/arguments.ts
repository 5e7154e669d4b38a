import { parseArgs } from 'node:util';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { SoakSettings } from '@pilothouse/test-e2e/soak/settings.js';

export interface Settings extends SoakSettings {
  /** The directory of the page. */
  readonly out: string;
}

export type Parsed =
  { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly problem: string };

const OPTIONS = {
  hours: { type: 'string' },
  minutes: { type: 'string' },
  seed: { type: 'string' },
  writes: { type: 'string', default: '200' },
  lists: { type: 'string', default: '5' },
  watches: { type: 'string', default: '300' },
  workers: { type: 'string', default: '1' },
  rest: { type: 'string', default: '20' },
  faults: { type: 'string', default: '.' },
  out: { type: 'string', default: '.cache/soak' },
} as const;

const MINUTE = 60_000;
const DEFAULT_MINUTES = 10;

/** Parses the command line. `seed` is the default one. */
export function parseArguments(args: readonly string[], seed: number): Parsed {
  try {
    return { ok: true, settings: settingsOf(args, seed) };
  } catch (error) {
    return { ok: false, problem: errorMessage(error) };
  }
}

function settingsOf(args: readonly string[], seed: number): Settings {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { hours, minutes, out } = values;
  if (hours !== undefined && minutes !== undefined) throw new Error('--hours and --minutes exclude each other');
  const duration =
    hours === undefined ? positive(minutes ?? String(DEFAULT_MINUTES), '--minutes') : 60 * positive(hours, '--hours');
  return {
    milliseconds: duration * MINUTE,
    seed: values.seed === undefined ? seed : Math.trunc(positive(values.seed, '--seed')),
    writes: positive(values.writes, '--writes'),
    lists: positive(values.lists, '--lists'),
    watches: Math.trunc(positive(values.watches, '--watches')),
    workers: Math.trunc(positive(values.workers, '--workers')),
    rest: positive(values.rest, '--rest') * 1000,
    faults: patternOf(values.faults),
    out,
  };
}

function positive(text: string, flag: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0)
    throw new Error(`${flag} ${JSON.stringify(text)} must be a positive number`);
  return value;
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    throw new Error(`--faults: ${errorMessage(error)}`, { cause: error });
  }
}
