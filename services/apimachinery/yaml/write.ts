import type { JsonArray, JsonObject, JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { literalBlock, stringText } from './text.js';

/** Below this depth, values are written as JSON, because indentation would grow without limit. */
const MAX_BLOCK_DEPTH = 200;
/** A longer key needs a question mark. */
const MAX_SIMPLE_KEY = 128;

/**
 * Block-style YAML with a line feed at the end, in the layout of Kubernetes' tools: sorted keys, lists not indented
 * below their key, and text quoted where any YAML 1.1 or 1.2 reader could interpret it differently.
 */
export function writeYaml(value: JsonValue): string {
  const lines: string[] = [];
  if (isFilled(value)) writeLines(value, 0, '', lines);
  else lines.push(scalarText(value, '  '));
  return `${lines.join('\n')}\n`;
}

/** Adds the lines of a collection at `depth`. The first line begins with `start` instead of indentation. */
function writeLines(value: JsonArray | JsonObject, depth: number, start: string, lines: string[]): void {
  const indent = '  '.repeat(depth);
  let before = start === '' ? indent : start;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isFilled(item) && depth < MAX_BLOCK_DEPTH) writeLines(item, depth + 1, `${before}- `, lines);
      else lines.push(`${before}- ${scalarText(item, `${indent}  `)}`);
      before = indent;
    }
    return;
  }
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    writeMember(key, member, depth, before, lines);
    before = indent;
  }
}

function writeMember(key: string, value: JsonValue, depth: number, before: string, lines: string[]): void {
  const indent = '  '.repeat(depth);
  const name = stringText(key);
  const simple = name.length <= MAX_SIMPLE_KEY;
  if (!simple) lines.push(`${before}? ${name}`);
  const start = simple ? before + name : indent;
  if (isFilled(value) && depth < MAX_BLOCK_DEPTH) {
    lines.push(`${start}:`);
    writeLines(value, Array.isArray(value) ? depth : depth + 1, '', lines);
  } else {
    lines.push(`${start}: ${scalarText(value, `${indent}  `)}`);
  }
}

function isFilled(value: JsonValue): value is JsonArray | JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value)
    ? value.length > 0
    : Object.values<JsonValue | undefined>(value).some((member) => member !== undefined);
}

/** A value on the line of its key. Lines of a text block get `indent`. */
function scalarText(value: JsonValue, indent: string): string {
  if (typeof value === 'string') return literalBlock(value, indent) ?? stringText(value);
  return typeof value === 'object' && value !== null ? writeJson(value) : String(value);
}
