import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Answer } from './case.js';
import { mapTexts, objectsIn } from './values.js';

export interface Surroundings {
  /** The namespace of the case. */
  readonly namespace: string;
  /** Prefixes of names that the server generates. */
  readonly prefixes: ReadonlySet<string>;
  /** Milliseconds since 1970. Times near it are of the server; others were in a request. */
  readonly now: number;
}

const DAY = 24 * 60 * 60 * 1000;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ADDRESS = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}:\d+/g;
/** A resourceVersion in a text: what precedes it, and the number. */
const VERSION_IN_TEXT = /(resource ?version\\?"?: ?\\?"?|current: |in the precondition \(|in record \()(\d+)\b/gi;
/** The type of `self` in messages about rules has a random name. */
const SELF_TYPE = /\bselfType\d+/g;
/** Addresses and node ports that the server selects, from the parts of its ranges that requests do not name. */
const CLUSTER_IP = /\b10\.0\.0\.(?:1[7-9]|[2-9]\d|1\d\d|2[0-4]\d|25[0-4])(?![\d/.])/g;
const NODE_PORTS = { first: 30_086, last: 32_767 };
const NODE_PORT_IN_TEXT = /(?<=\d:)3[012]\d{3}(?=\/)/g;
const TOKEN = /\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g;

/**
 * Normalises the answers of one case so that they are equal in every run. `<ns>` is the namespace, `<uid1>` the first uid,
 * `<rv1>` the lowest resourceVersion of an object. The resourceVersion of a list is the last one of an object before it.
 */
export function normalise(answers: readonly Answer[], { namespace, prefixes, now }: Surroundings): readonly Answer[] {
  const bodies = answers.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const versions = versionsOf(bodies);
  const generated = new Map<string, string>();
  const generatedName = (name: string, prefix: string): string => {
    const known = generated.get(name) ?? `${prefix}<generated${generated.size + 1}>`;
    generated.set(name, known);
    return known;
  };
  const uids = new Map<string, string>();
  const uid = (text: string): string => {
    const known = uids.get(text) ?? `<uid${uids.size + 1}>`;
    uids.set(text, known);
    return known;
  };
  const versionName = (text: string): string => {
    const rank = versions.filter((version) => version <= BigInt(text)).length;
    return text === '0' ? text : `<rv${rank}>`;
  };
  const [lower, upper] = joined(namespace);
  const text = (value: string): string => {
    let changed = value;
    for (const prefix of prefixes) {
      changed = changed.replaceAll(suffixed(prefix), (name) => generatedName(name, prefix));
    }
    return changed
      .replace(TOKEN, '<token>')
      .replaceAll(namespace, '<ns>')
      .replaceAll(upper, '<Ns>')
      .replaceAll(lower, '<nS>')
      .replace(TIME, (time) => (Math.abs(Date.parse(time) - now) < DAY ? '<time>' : time))
      .replace(UID, uid)
      .replace(ADDRESS, '<address>')
      .replace(CLUSTER_IP, '<cluster ip>')
      .replace(NODE_PORT_IN_TEXT, '<node port>')
      .replace(SELF_TYPE, '<self type>')
      .replace(VERSION_IN_TEXT, (_, before: string, version: string) => before + versionName(version));
  };
  const object = (value: JsonObject): void => {
    const version = value['resourceVersion'];
    if (typeof version === 'string' && /^\d+$/.test(version)) value['resourceVersion'] = versionName(version);
    if (typeof value['continue'] === 'string') value['continue'] = '<continue>';
    // Each server has its own descriptions of columns and fields.
    if (typeof value['description'] === 'string') value['description'] = '<description>';
    for (const name of ['nodePort', 'healthCheckNodePort']) if (isSelected(value[name])) value[name] = '<node port>';
    const cells = value['cells'];
    // The hash covers the group, which differs in every run.
    const group = value['groupVersion'];
    if (typeof group === 'string' && group.startsWith(namespace)) {
      for (const resource of objectsIn(value)) {
        if (resource['storageVersionHash'] !== undefined) resource['storageVersionHash'] = '<hash>';
      }
    }
    if (Array.isArray(cells)) value['cells'] = cells.map(ageless);
  };
  return answers.map(({ status, headers, body }) => {
    const named = body === undefined ? undefined : structuredClone(body);
    for (const found of named === undefined ? [] : objectsIn(named)) object(found);
    return {
      status,
      headers: mapTexts({ ...headers }, text) as Record<string, string>,
      ...(named !== undefined && { body: mapTexts(named, text) }),
    };
  });
}

function isSelected(port: JsonValue | undefined): boolean {
  return typeof port === 'number' && port >= NODE_PORTS.first && port <= NODE_PORTS.last;
}

/** The namespace as part of operation ids: its words without hyphens, capitalised except possibly the first. */
function joined(namespace: string): readonly [string, string] {
  const words = namespace.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const upper = words.join('');
  return [upper.charAt(0).toLowerCase() + upper.slice(1), upper];
}

/** Ages: of new objects, of times in requests, and how long ago a container restarted, which grow from day to day. */
function ageless(cell: JsonValue): JsonValue {
  if (typeof cell !== 'string') return cell;
  return /^(\d+[smhdy])+$/.test(cell) ? '<age>' : cell.replace(/^(\d+ \()\w+(?= ago\)$)/, '$1<age>');
}

/** The resourceVersions of objects, in order. */
function versionsOf(bodies: readonly JsonValue[]): readonly bigint[] {
  const found = new Set<bigint>();
  for (const body of bodies) {
    for (const object of objectsIn(body)) {
      const version = object['resourceVersion'];
      const isObjectMeta = typeof object['uid'] === 'string';
      if (isObjectMeta && typeof version === 'string' && /^\d+$/.test(version)) found.add(BigInt(version));
    }
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** A prefix followed by the random suffix of a generated name. */
function suffixed(prefix: string): RegExp {
  return new RegExp(`${prefix.replace(/[^\w-]/g, String.raw`\$&`)}[bcdfghjklmnpqrstvwxz2456789]{5}(?![\\w.-])`, 'g');
}
