import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { createDuplicateList, type DuplicateList, type MemberPosition } from '../json/duplicates.js';
import type { ParsedJson } from '../json/parse.js';
import { type JsonArray, type JsonObject, type JsonValue, isObject, newObject } from '../json/value.js';
import { indexOfNode, resolveAliases } from './aliases.js';
import { parseAsJson, textIn } from './as-json.js';
import { type Bounds, readDocument } from './document.js';
import { floatKey, type PlainScalar, resolvePlain } from './scalar.js';
import { type YamlSyntaxError, yamlError } from './syntax-error.js';

export interface ParseYamlOptions {
  /** Maximum nesting of collections, including aliases; when absent 500, or the JSON limit if the text is JSON. */
  readonly maxDepth?: number;
  /** Maximum number of tokens (scalars, indicators, spaces, line breaks); 400000 when absent. */
  readonly maxTokens?: number;
  /** Maximum expansion of all aliases in characters, each value counting 16 more; 4 Mi when absent. */
  readonly maxAliased?: number;
}

const DEFAULTS = { maxDepth: 500, maxTokens: 400_000, maxAliased: 4 * 1024 * 1024 };

/**
 * Parses one YAML document as Kubernetes does: YAML 1.1 scalars, merge keys, and non-string keys converted to text.
 * Timestamps stay text. Empty input is null. Additional empty documents are skipped. `duplicates` is as for JSON. JSON
 * is parsed by the JSON parser with its limits. Throws {@link YamlSyntaxError}.
 */
export function parseYaml(input: Uint8Array | string, options: ParseYamlOptions = {}): ParsedJson {
  const text = typeof input === 'string' ? input : textIn(input);
  const json = parseAsJson(text, options.maxDepth);
  if (json !== undefined) return json;
  const bounds = { ...DEFAULTS, ...options };
  const document = readDocument(text, bounds);
  if (document === undefined) return { value: null, duplicates: [] };
  const conversion: Conversion = {
    text,
    bounds,
    targets: resolveAliases(text, document),
    duplicates: createDuplicateList(),
    repeated: [],
    open: new Set(),
    aliasDepth: 0,
    aliased: 0,
  };
  const value = convert(conversion, document.contents, undefined, 0);
  return { value, duplicates: conversion.duplicates.paths(), repeated: repeatedTexts(text, conversion.repeated) };
}

/** Texts of repeated keys, which are in the order of the text. */
function repeatedTexts(text: string, repeated: readonly RepeatedKey[]): string[] {
  let line = 1;
  let from = 0;
  return repeated.map(({ key, offset }) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line += 1;
      from = at + 1;
    }
    return `line ${line}: key ${JSON.stringify(key)} already set in map`;
  });
}

/** A key that its mapping has already. */
interface RepeatedKey {
  readonly key: string;
  /** In the text. */
  readonly offset: number;
}

/** Limit of reported keys, as in Kubernetes. */
const MAX_REPEATED = 100;

interface Conversion {
  readonly text: string;
  readonly bounds: Bounds & { readonly maxAliased: number };
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly duplicates: DuplicateList;
  readonly repeated: RepeatedKey[];
  /** The collections being converted. */
  readonly open: Set<Node>;
  /** The number of followed aliases. */
  aliasDepth: number;
  /** The used part of `maxAliased`. */
  aliased: number;
}

/** The cost of a value in `maxAliased`, besides its text. */
const VALUE_COST = 16;

function convert(
  conversion: Conversion,
  node: Node | null,
  position: MemberPosition | undefined,
  depth: number,
): JsonValue {
  if (node === null) return null;
  if (isAlias(node)) return throughAlias(conversion, node, (target) => convert(conversion, target, position, depth));
  if (conversion.aliasDepth > 0) spend(conversion, node, VALUE_COST);
  if (isScalar(node)) return convertScalar(conversion, node);
  if (depth >= conversion.bounds.maxDepth) throw errorAt(conversion, node, 'exceeded max depth');
  conversion.open.add(node);
  const value = isMap(node)
    ? convertMap(conversion, node, position, depth + 1)
    : isSeq(node)
      ? convertItems(conversion, node.items, position, depth + 1)
      : null;
  conversion.open.delete(node);
  return value;
}

function throughAlias<T>(conversion: Conversion, alias: Alias, use: (target: Node) => T): T {
  const target = conversion.targets.get(alias);
  if (target === undefined || conversion.open.has(target)) {
    throw errorAt(conversion, alias, `anchor '${alias.source}' value contains itself`);
  }
  conversion.aliasDepth++;
  const result = use(target);
  conversion.aliasDepth--;
  return result;
}

function spend(conversion: Conversion, node: Node, cost: number): void {
  conversion.aliased += cost;
  if (conversion.aliased > conversion.bounds.maxAliased) {
    throw errorAt(conversion, node, 'document contains excessive aliasing');
  }
}

function convertItems(
  conversion: Conversion,
  items: readonly unknown[],
  parent: MemberPosition | undefined,
  depth: number,
): JsonArray {
  const array: JsonArray = [];
  const position = { container: array, key: '', parent };
  for (const item of items) array.push(convert(conversion, item as Node | null, position, depth));
  return array;
}

/** Own members override merged ones, and earlier merges override later ones. */
function convertMap(
  conversion: Conversion,
  node: YAMLMap,
  parent: MemberPosition | undefined,
  depth: number,
): JsonObject {
  const object = newObject();
  const merged: (Node | null)[] = [];
  for (const pair of node.items) {
    const keyNode = pair.key as Node;
    const valueNode = pair.value as Node | null;
    if (isMergeKey(keyNode)) {
      merged.push(valueNode);
      continue;
    }
    const key = convertKey(conversion, keyNode);
    const position = { container: object, key, parent };
    const isDuplicate = object[key] !== undefined && conversion.aliasDepth === 0;
    if (isDuplicate) {
      if (conversion.repeated.length < MAX_REPEATED) conversion.repeated.push({ key, offset: keyNode.range?.[0] ?? 0 });
      if (conversion.duplicates.add(position)) delete object[key];
    }
    object[key] = convert(conversion, valueNode, position, depth);
  }
  for (const source of merged) {
    for (const mapping of isSeq(source) ? source.items : [source]) {
      const members = convertMerged(conversion, (mapping ?? node) as Node, parent, depth);
      for (const [name, value] of Object.entries(members)) if (object[name] === undefined) object[name] = value;
    }
  }
  return object;
}

function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.value === '<<' && (key.type === 'PLAIN' || key.tag === 'tag:yaml.org,2002:merge');
}

/** A mapping to merge into the one at `parent`, or an alias of it. */
function convertMerged(
  conversion: Conversion,
  node: Node,
  parent: MemberPosition | undefined,
  depth: number,
): JsonObject {
  if (isAlias(node))
    return throughAlias(conversion, node, (target) => convertMerged(conversion, target, parent, depth));
  const members = isMap(node) && !conversion.open.has(node) ? convert(conversion, node, parent, depth) : undefined;
  if (isObject(members)) return members;
  throw errorAt(conversion, node, 'map merge requires map or sequence of maps as the value');
}

function convertKey(conversion: Conversion, node: Node): string {
  if (isAlias(node)) return throughAlias(conversion, node, (target) => convertKey(conversion, target));
  if (!isScalar(node)) throw errorAt(conversion, node, 'invalid map key: only scalars can be keys');
  const text = node.value as string;
  if (conversion.aliasDepth > 0) spend(conversion, node, VALUE_COST + text.length);
  const scalar = resolveScalar(conversion, node, text);
  switch (scalar.kind) {
    case 'null':
      throw errorAt(conversion, node, 'unsupported map key: null');
    case 'float':
      return floatKey(scalar.value);
    case 'bool':
    case 'int':
      return String(scalar.value);
    case 'timestamp':
    case 'string':
      break;
  }
  return text;
}

function convertScalar(conversion: Conversion, node: Scalar): JsonValue {
  const text = node.value as string;
  if (conversion.aliasDepth > 0) spend(conversion, node, text.length);
  if (node.tag === `${TAG}binary`) return decodeBinary(conversion, node, text);
  const scalar = resolveScalar(conversion, node, text);
  switch (scalar.kind) {
    case 'null':
      return null;
    case 'float':
      if (!Number.isFinite(scalar.value)) throw errorAt(conversion, node, `unsupported value: ${text}`);
      return scalar.value;
    case 'bool':
    case 'int':
      return scalar.value;
    case 'timestamp':
    case 'string':
      break;
  }
  return text;
}

const TAG = 'tag:yaml.org,2002:';
const RESOLVED_TAGS = new Set(['null', 'bool', 'int', 'float', 'timestamp'].map((name) => TAG + name));

function resolveScalar(conversion: Conversion, node: Scalar, text: string): PlainScalar {
  const { tag } = node;
  if (tag === undefined) return node.type === 'PLAIN' ? resolvePlain(text) : { kind: 'string' };
  if (!RESOLVED_TAGS.has(tag)) return { kind: 'string' };
  const scalar = resolvePlain(text);
  const expectedKind = tag.slice(TAG.length);
  if (scalar.kind === expectedKind) return scalar;
  if (scalar.kind === 'int' && expectedKind === 'float') return { kind: 'float', value: Number(scalar.value) };
  throw errorAt(conversion, node, `cannot decode !!${scalar.kind} \`${text.slice(0, 40)}\` as a !!${expectedKind}`);
}

function decodeBinary(conversion: Conversion, node: Scalar, text: string): string {
  const base64 = text.replace(/[\r\n]/g, '');
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw errorAt(conversion, node, '!!binary value contains invalid base64 data');
  }
  return Buffer.from(base64, 'base64').toString();
}

function errorAt(conversion: Conversion, node: Node, problem: string): YamlSyntaxError {
  return yamlError(conversion.text, indexOfNode(node), problem);
}
