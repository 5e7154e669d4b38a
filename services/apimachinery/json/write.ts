import { type JsonObject, type JsonValue, newObject } from './value.js';

/**
 * Compact JSON. Undefined members are omitted, because typed objects may contain some. Bigints are written with every
 * digit, and `<`, `>` and `&` unescaped.
 */
export function writeJson(value: JsonValue): string {
  return write(value, '');
}

/** JSON indented by two spaces, with a line feed at the end. */
export function writeJsonPretty(value: JsonValue): string {
  return `${write(value, '  ')}\n`;
}

/** JSON.stringify supports no bigints and limits the depth; a slower writer handles those. */
function write(value: JsonValue, indent: string): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return writeSlowly(value, indent);
    throw error;
  }
}

/** A partly written container. */
interface Frame {
  readonly array: readonly JsonValue[] | undefined;
  readonly object: Readonly<JsonObject>;
  readonly keys: readonly string[];
  /** The index of the next item or key. */
  next: number;
  empty: boolean;
}

function writeSlowly(root: JsonValue, indent: string): string {
  const out: string[] = [];
  const frames: Frame[] = [];
  let value = root;
  for (;;) {
    if (typeof value === 'object' && value !== null) {
      out.push(Array.isArray(value) ? '[' : '{');
      frames.push(frameOf(value));
    } else {
      out.push(scalarText(value));
    }
    let next: JsonValue | undefined;
    for (let frame = frames.at(-1); ; frame = frames.at(-1)) {
      if (frame === undefined) return out.join('');
      next = nextValue(frame, frames.length, indent, out);
      if (next !== undefined) break;
      frames.pop();
      if (!frame.empty) out.push(lineBreak(indent, frames.length));
      out.push(frame.array === undefined ? '}' : ']');
    }
    value = next;
  }
}

function frameOf(container: readonly JsonValue[] | JsonObject): Frame {
  const array = Array.isArray(container) ? container : undefined;
  const object = array === undefined ? (container as JsonObject) : newObject();
  return { array, object, keys: Object.keys(object), next: 0, empty: true };
}

/** Writes the text before the next value and returns that value; undefined at the end of the container. */
function nextValue(frame: Frame, depth: number, indent: string, out: string[]): JsonValue | undefined {
  const { array, object, keys } = frame;
  for (let index = frame.next; index < (array ?? keys).length; index++) {
    const key = keys[index];
    const value = key === undefined ? (array?.[index] ?? null) : object[key];
    if (value === undefined) continue;
    frame.next = index + 1;
    out.push(frame.empty ? '' : ',', lineBreak(indent, depth));
    if (key !== undefined) out.push(JSON.stringify(key), indent === '' ? ':' : ': ');
    frame.empty = false;
    return value;
  }
  return undefined;
}

function lineBreak(indent: string, depth: number): string {
  return indent === '' ? '' : `\n${indent.repeat(depth)}`;
}

function scalarText(value: JsonValue): string {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}
