import { parseArgs } from 'node:util';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { PeerSettings } from './peer.js';
import { STORES, type StoreName } from './row.js';

export interface Settings {
  readonly stores: readonly StoreName[];
  /** The stores of the curves. */
  readonly curveStores: readonly StoreName[];
  /** Filter: a text in the names of rows and curves. */
  readonly only: string;
  /** Whether to measure only the headline rows. */
  readonly isHeadline: boolean;
  readonly isTable: boolean;
  readonly isGrowth: boolean;
  /** The limits of the curves. */
  readonly maxObjects: number;
  readonly maxWatchers: number;
  /** Workers of servers on etcd. */
  readonly workers: number;
  /** Duration of each load. */
  readonly seconds: number;
  readonly isExplained: boolean;
  /** Whether to update the pages of the repository. */
  readonly isPublished: boolean;
  readonly json?: string;
  readonly svg?: string;
  readonly peer?: PeerSettings;
}

export type Parsed =
  { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly problem: string };

const OPTIONS = {
  only: { type: 'string', default: '' },
  headline: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '5' },
  explain: { type: 'boolean', default: false },
  growth: { type: 'boolean', default: false },
  'max-objects': { type: 'string', default: '30000' },
  'max-watchers': { type: 'string', default: '1000' },
  workers: { type: 'string', default: '1' },
  json: { type: 'string' },
  svg: { type: 'string' },
  publish: { type: 'boolean', default: false },
  'peer-url': { type: 'string' },
  'peer-command': { type: 'string' },
  'peer-token': { type: 'string' },
  'peer-ca': { type: 'string' },
  'peer-insecure': { type: 'boolean', default: false },
} as const;

/** The default stores of curves, which take long. */
const CURVE_STORES: readonly StoreName[] = ['embedded', 'etcd'];

/** Parses the command line. Throws an Error with a sentence for an invalid one. */
export function parseArguments(args: readonly string[]): Parsed {
  try {
    return { ok: true, settings: settingsOf(args) };
  } catch (error) {
    return { ok: false, problem: errorMessage(error) };
  }
}

function settingsOf(args: readonly string[]): Settings {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const named = STORES.filter((store) => positionals.includes(store));
  const unknown = positionals.filter((name) => !isStore(name));
  if (unknown.length > 0) throw new Error(`no such store: ${unknown.join(', ')}; there are ${STORES.join(', ')}`);
  const { growth, publish, json, svg } = values;
  const peer = peerOf(values);
  return {
    stores: named.length === 0 ? STORES : named,
    curveStores: named.length === 0 ? CURVE_STORES : named,
    only: values.only,
    isHeadline: values.headline,
    isTable: !growth || publish,
    isGrowth: growth || publish,
    maxObjects: countOf(values['max-objects'], '--max-objects'),
    maxWatchers: countOf(values['max-watchers'], '--max-watchers'),
    workers: countOf(values.workers, '--workers'),
    seconds: countOf(values.seconds, '--seconds'),
    isExplained: values.explain,
    isPublished: publish,
    ...(json !== undefined && { json }),
    ...(svg !== undefined && { svg }),
    ...(peer && { peer }),
  };
}

interface PeerValues {
  readonly 'peer-url'?: string | undefined;
  readonly 'peer-command'?: string | undefined;
  readonly 'peer-token'?: string | undefined;
  readonly 'peer-ca'?: string | undefined;
  readonly 'peer-insecure': boolean;
}

function peerOf(values: PeerValues): PeerSettings | undefined {
  const { 'peer-url': url, 'peer-token': token, 'peer-ca': caFile, 'peer-insecure': isInsecure } = values;
  const { 'peer-command': command } = values;
  if (command !== undefined) {
    if (url !== undefined || token !== undefined || caFile !== undefined || isInsecure)
      throw new Error('--peer-command and the other flags of a peer exclude each other');
    return { command };
  }
  if (url === undefined) {
    if (token !== undefined || caFile !== undefined || isInsecure) throw new Error('--peer-url is missing');
    return undefined;
  }
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new Error('--peer-url must be an https URL');
  if (token === undefined) throw new Error('--peer-token is missing');
  if (caFile !== undefined && isInsecure) throw new Error('--peer-ca and --peer-insecure exclude each other');
  return { url: new URL(url).origin, token, isInsecure, ...(caFile !== undefined && { caFile }) };
}

function countOf(text: string, flag: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${flag} must be a whole number`);
  return Number(text);
}

function isStore(name: string): name is StoreName {
  return STORES.some((store) => store === name);
}
