import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Answer } from './case.js';
import { mapTexts, objectsIn } from './values.js';

export interface Surroundings {
  /** The namespace of the case. */
  readonly namespace: string;
  /** What names begin with that the server was asked to make up. */
  readonly prefixes: ReadonlySet<string>;
  /** Milliseconds since 1970: times near it are the server's, others were in a question. */
  readonly now: number;
}

const DAY = 24 * 60 * 60 * 1000;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ADDRESS = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}:\d+/g;
/** Where a text speaks of a resource version: what comes before, and the number. */
const VERSION_IN_TEXT = /(resource ?version\\?"?: ?\\?"?|current: |in the precondition \(|in record \()(\d+)\b/gi;
/** The type of `self` in messages about rules is named by chance. */
const SELF_TYPE = /\bselfType\d+/g;
const TOKEN = /\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g;

/**
 * Answers of one case in a form that is the same in every run. `<ns>` is the namespace, `<uid1>` the first uid that was
 * seen, `<rv1>` the resource version that was lowest among those of objects; that of a list is the last one before it.
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
      .replace(SELF_TYPE, '<self type>')
      .replace(VERSION_IN_TEXT, (_, before: string, version: string) => before + versionName(version));
  };
  const object = (value: JsonObject): void => {
    const version = value['resourceVersion'];
    if (typeof version === 'string' && /^\d+$/.test(version)) value['resourceVersion'] = versionName(version);
    if (typeof value['continue'] === 'string') value['continue'] = '<continue>';
    // What columns and fields are for is told in each server's own words.
    if (typeof value['description'] === 'string') value['description'] = '<description>';
    const cells = value['cells'];
    // The hash is of the group too, which is another one in every case.
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

/** The namespace as it is in names of operations: its words without hyphens, all but perhaps the first with a capital. */
function joined(namespace: string): readonly [string, string] {
  const words = namespace.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const upper = words.join('');
  return [upper.charAt(0).toLowerCase() + upper.slice(1), upper];
}

/** Ages: of what was just made, and how long ago a container restarted, which grows from day to day. */
function ageless(cell: JsonValue): JsonValue {
  if (typeof cell !== 'string') return cell;
  return /^\d+[sm]$/.test(cell) ? '<age>' : cell.replace(/^(\d+ \()\w+(?= ago\)$)/, '$1<age>');
}

/** The resource versions of objects, in order. */
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

/** A prefix with the letters and digits that servers put behind it. */
function suffixed(prefix: string): RegExp {
  return new RegExp(`${prefix.replace(/[^\w-]/g, String.raw`\$&`)}[bcdfghjklmnpqrstvwxz2456789]{5}(?![\\w.-])`, 'g');
}
