import { positionAt } from '@pilothouse/apimachinery/json/syntax-error.js';
import { readDocument } from '@pilothouse/apimachinery/yaml/document.js';
import { YamlSyntaxError } from '@pilothouse/apimachinery/yaml/syntax-error.js';
import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { CONFIG_FLAG } from './common.js';
import { isList, type FlagDefinition, type FlagTable } from './definition.js';
import { nearest } from './nearest.js';
import type { GivenText } from './origin.js';

export type ParsedConfig =
  | { readonly ok: true; readonly texts: ReadonlyMap<string, GivenText> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Limits for mistakes: a file of flags has some hundred lines. */
const BOUNDS = { maxDepth: 10, maxTokens: 100_000 };

/**
 * Reads a configuration file: a YAML mapping from names of flags to values. A value is the text of the command line, a sequence of
 * texts for a list, or a mapping for pairs. The texts are not parsed. Problems begin with `path:line: `; `path` names the file.
 */
export function parseConfig(text: string, path: string, table: FlagTable): ParsedConfig {
  const line = (node: Node): number => positionAt(text, node.range?.[0] ?? 0).line;
  try {
    const contents = readDocument(text, BOUNDS)?.contents ?? null;
    const found = contents === null || isAbsent(contents) ? [] : flagsIn(contents, table, line);
    const problems = found.flatMap((each) =>
      'problem' in each ? [`${path}:${line(each.node)}: ${each.problem}`] : [],
    );
    if (problems.length > 0) return { ok: false, problems };
    const texts = found.flatMap((each) =>
      'name' in each
        ? [[each.name, { text: each.text, origin: { type: 'file', path, line: line(each.node) } }] as const]
        : [],
    );
    return { ok: true, texts: new Map(texts) };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    return {
      ok: false,
      problems: [`${path}:${error.line}: ${error.message.replace(/ \(line \d+, column \d+\)$/, '')}`],
    };
  }
}

interface Problem {
  readonly node: Node;
  readonly problem: string;
}

interface Found {
  readonly name: string;
  readonly node: Node;
  readonly text: string;
}

function flagsIn(contents: Node, table: FlagTable, line: (node: Node) => number): (Found | Problem)[] {
  if (!isMap(contents)) {
    return [{ node: contents, problem: 'the file must map names of flags to values, such as "secure-port: 6443"' }];
  }
  const flags = new Map(table.filter(({ name }) => name !== CONFIG_FLAG.name).map((flag) => [flag.name, flag]));
  const first = new Map<string, Node>();
  return contents.items.map(({ key: keyNode, value }) => {
    const node = keyNode as Node;
    const name = plainText(node);
    if (name === undefined) return { node, problem: 'a key must be the name of a flag' };
    const flag = flags.get(name);
    if (flag === undefined) return { node, problem: unknownKey(name, [...flags.keys()]) };
    const before = first.get(name);
    if (before !== undefined) return { node, problem: `${name} is set in line ${line(before)} already` };
    first.set(name, node);
    const read = textOf(flag, value as Node | null);
    if (typeof read === 'string') return { name, node, text: read };
    return { node: read.node ?? node, problem: `${name} ${read.problem}` };
  });
}

function unknownKey(name: string, names: readonly string[]): string {
  if (name === CONFIG_FLAG.name) return 'a configuration file cannot name another one';
  const like = nearest(name.replace(/^-+/, ''), names);
  return `there is no flag ${JSON.stringify(name)}${like === undefined ? '' : `; did you mean ${like}?`}`;
}

interface WrongValue {
  /** The key if absent. */
  readonly node?: Node;
  readonly problem: string;
}

/** The text of a value as on a command line. */
function textOf({ type }: FlagDefinition, value: Node | null): string | WrongValue {
  if (value === null || isAbsent(value)) return { problem: 'has no value' };
  if (isSeq(value) && isList(type)) return joined(value.items.map((item) => itemOf(item as Node | null)));
  if (isMap(value) && type === 'pairs') return joined(pairsOf(value));
  return plainText(value) ?? { node: value, problem: wrongValue(type, value) };
}

function wrongValue(type: FlagDefinition['type'], value: Node): string {
  if (isAlias(value)) return 'must not be an alias';
  const what = isMap(value) ? 'a mapping' : 'a list';
  if (type === 'pairs') return 'must be a mapping or a list';
  return isList(type) ? `must be a list, and not ${what}` : `must be one value, and not ${what}`;
}

function joined(items: readonly (string | WrongValue)[]): string | WrongValue {
  const texts = items.filter((item) => typeof item === 'string');
  const wrong = items.find((item) => typeof item !== 'string');
  if (wrong !== undefined) return wrong;
  return texts.length === 0 ? { problem: 'has no items' } : texts.join(',');
}

function itemOf(item: Node | null): string | WrongValue {
  if (item === null || isAbsent(item)) return { ...(item && { node: item }), problem: 'has an empty item' };
  return plainText(item) ?? { node: item, problem: 'must have texts as items' };
}

function pairsOf(map: YAMLMap): (string | WrongValue)[] {
  const seen = new Set<string>();
  return map.items.map(({ key: keyNode, value }) => {
    const node = keyNode as Node;
    const key = plainText(node) ?? '';
    if (key === '') return { node, problem: 'must have texts as keys' };
    if (seen.has(key)) return { node, problem: `has the key ${JSON.stringify(key)} twice` };
    seen.add(key);
    const text = itemOf(value as Node | null);
    return typeof text === 'string' ? `${key}=${text}` : { node, problem: `has no text for ${JSON.stringify(key)}` };
  });
}

function plainText(node: Node): string | undefined {
  return isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
}

/** Nothing, `null` and `~` without quotes. */
function isAbsent(node: Node): boolean {
  return isScalar(node) && node.type === 'PLAIN' && ['', 'null', '~'].includes(plainText(node) ?? '');
}
