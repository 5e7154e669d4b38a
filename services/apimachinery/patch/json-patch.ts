import { copyObject, isObject, ownValue, type JsonObject, type JsonValue } from '../json/value.js';
import { deepEqual } from '../json/equal.js';
import { jsonSize } from './json-size.js';
import { arrayIndex, child, find, isContainer, parsePointer, type Container } from './json-pointer.js';
import { PatchError } from './patch-error.js';

const MAX_OPERATIONS = 10_000;
/** Limit of JSON bytes added by the `copy` operations of one patch. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

interface Draft {
  root: JsonValue;
  /** Containers created by this patch and referenced once, which may be modified in place, like all their ancestors. */
  readonly owned: Set<Container>;
  copiedBytes: number;
}

/**
 * Applies a JSON patch (RFC 6902) and returns the new document, which shares unchanged parts with the inputs. The
 * inputs are not modified. Either all operations apply, or PatchError is thrown.
 *
 * Like Kubernetes, it accepts three things that the RFC forbids: negative array indexes count from the end, `replace`
 * sets an absent member, and `test` for null passes for an absent member.
 *
 * Errors: `malformed` if the patch is not a list of objects whose `op`, `path` and `from` are text, `tooLarge` over
 * 10,000 operations, else `notApplicable` (also for an unknown `op` and a missing `value`) or `testFailed`.
 */
export function applyJsonPatch(document: JsonValue, patch: JsonValue): JsonValue {
  const operations = readOperations(patch);
  const draft: Draft = { root: document, owned: new Set(), copiedBytes: 0 };
  for (const operation of operations) applyOperation(draft, operation);
  return draft.root;
}

function readOperations(patch: JsonValue): JsonObject[] {
  if (!Array.isArray(patch)) throw new PatchError('malformed', 'a JSON patch must be a list of operations');
  const operations = patch.map((operation, index) => {
    if (!isObject(operation)) throw new PatchError('malformed', `operation ${index} must be an object`);
    for (const name of ['op', 'path', 'from']) {
      const text = ownValue(operation, name) ?? null;
      if (text !== null && typeof text !== 'string') {
        throw new PatchError('malformed', `operation ${index}: ${name} must be a string`);
      }
    }
    return operation;
  });
  if (operations.length > MAX_OPERATIONS) {
    const message = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${operations.length}`;
    throw new PatchError('tooLarge', message);
  }
  return operations;
}

function applyOperation(draft: Draft, operation: JsonObject): void {
  const named = ownValue(operation, 'op');
  const op = typeof named === 'string' ? named : 'unknown';
  switch (op) {
    case 'add':
      return add(draft, op, pointer(operation, op, 'path'), valueOf(operation, op));
    case 'remove':
      remove(draft, op, pointer(operation, op, 'path'));
      return;
    case 'replace':
      return replace(draft, pointer(operation, op, 'path'), valueOf(operation, op));
    case 'move':
      return move(draft, pointer(operation, op, 'from'), pointer(operation, op, 'path'));
    case 'copy':
      return copy(draft, pointer(operation, op, 'from'), pointer(operation, op, 'path'));
    case 'test':
      return test(draft, pointer(operation, op, 'path'), valueOf(operation, op));
    default:
      throw new PatchError('notApplicable', `Unexpected kind: ${op}`);
  }
}

interface Pointer {
  readonly text: string;
  readonly tokens: readonly string[];
}

function pointer(operation: JsonObject, op: string, name: 'path' | 'from'): Pointer {
  const text = ownValue(operation, name);
  if (typeof text !== 'string') {
    throw new PatchError('notApplicable', `${op} operation failed to decode ${name}: missing value`);
  }
  const tokens = parsePointer(text);
  if (tokens === undefined) {
    throw new PatchError('notApplicable', `${op} operation failed to decode ${name}: "${text}" is not a JSON pointer`);
  }
  return { text, tokens };
}

function valueOf(operation: JsonObject, op: string): JsonValue {
  const value = ownValue(operation, 'value');
  if (value === undefined) throw new PatchError('notApplicable', `${op} operation, missing value field: missing value`);
  return value;
}

function add(draft: Draft, op: string, path: Pointer, value: JsonValue): void {
  const token = path.tokens.at(-1);
  if (token === undefined) {
    draft.root = value;
    return;
  }
  const parent = openParent(draft, op, path);
  if (!Array.isArray(parent)) {
    parent[token] = value;
    return;
  }
  const index = token === '-' ? parent.length : arrayIndex(token, parent.length + 1);
  if (index === undefined) throw badIndex(op, path, token);
  parent.splice(index, 0, value);
}

function remove(draft: Draft, op: string, path: Pointer): JsonValue {
  const token = path.tokens.at(-1);
  if (token === undefined) throw missingPath(op, path);
  const parent = openParent(draft, op, path);
  const value = child(parent, token);
  if (Array.isArray(parent)) {
    const index = arrayIndex(token, parent.length);
    if (index === undefined || value === undefined) throw badIndex(op, path, token);
    parent.splice(index, 1);
    return value;
  }
  if (value === undefined) {
    const why = `Unable to remove nonexistent key: ${token}: missing value`;
    throw new PatchError('notApplicable', `error in ${op} for path: '${path.text}': ${why}`);
  }
  delete parent[token];
  return value;
}

function replace(draft: Draft, path: Pointer, value: JsonValue): void {
  const token = path.tokens.at(-1);
  if (token === undefined) {
    draft.root = value;
    return;
  }
  const parent = openParent(draft, 'replace', path);
  if (!Array.isArray(parent)) {
    parent[token] = value;
    return;
  }
  const index = arrayIndex(token, parent.length);
  if (index === undefined) {
    const message = `replace operation does not apply: doc is missing key: ${path.text}: missing value`;
    throw new PatchError('notApplicable', message);
  }
  parent[index] = value;
}

function move(draft: Draft, from: Pointer, path: Pointer): void {
  const inside = from.tokens.every((token, index) => token === path.tokens[index]);
  if (inside && from.tokens.length < path.tokens.length) {
    const message = `move operation does not apply: path ${path.text} is inside of from path: ${from.text}`;
    throw new PatchError('notApplicable', message);
  }
  if (from.tokens.length === 0) return;
  add(draft, 'move', path, remove(draft, 'move', from));
}

function copy(draft: Draft, from: Pointer, path: Pointer): void {
  const value = find(draft.root, from.tokens);
  if (value === undefined) {
    const message = `copy operation does not apply: doc is missing from path: ${from.text}: missing value`;
    throw new PatchError('notApplicable', message);
  }
  draft.copiedBytes += jsonSize(value);
  if (draft.copiedBytes > MAX_COPIED_BYTES) {
    const size = `the accumulated size increase of copy is ${draft.copiedBytes}, exceeding the limit ${MAX_COPIED_BYTES}`;
    throw new PatchError('notApplicable', `Unable to complete the copy, ${size}`);
  }
  disown(draft, value);
  add(draft, 'copy', path, value);
}

function test(draft: Draft, path: Pointer, value: JsonValue): void {
  const actual = find(draft.root, path.tokens);
  if (actual !== undefined) {
    if (!deepEqual(actual, value)) throw testFailed(path);
    return;
  }
  const parent = find(draft.root, path.tokens.slice(0, -1));
  if (!isContainer(parent)) {
    const message = `test operation does not apply: is missing path: ${path.text}: missing value`;
    throw new PatchError('notApplicable', message);
  }
  if (Array.isArray(parent)) throw badIndex('test', path, path.tokens.at(-1) ?? '');
  if (value !== null) throw testFailed(path);
}

/** The container of the last token of `path`, ready for modification in place. */
function openParent(draft: Draft, op: string, path: Pointer): Container {
  if (!isContainer(draft.root)) throw missingPath(op, path);
  let container = own(draft, draft.root);
  draft.root = container;
  for (const token of path.tokens.slice(0, -1)) {
    const next = child(container, token);
    if (!isContainer(next)) throw missingPath(op, path);
    const opened = own(draft, next);
    if (opened !== next) {
      if (Array.isArray(container)) container[arrayIndex(token, container.length) ?? 0] = opened;
      else container[token] = opened;
    }
    container = opened;
  }
  return container;
}

function own(draft: Draft, container: Container): Container {
  if (draft.owned.has(container)) return container;
  const fresh = Array.isArray(container) ? [...container] : copyObject(container);
  draft.owned.add(fresh);
  return fresh;
}

/** Must be called before `value` is referenced a second time. */
function disown({ owned }: Draft, value: JsonValue): void {
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isContainer(next) && owned.delete(next)) for (const inner of Object.values(next)) pending.push(inner);
  }
}

function missingPath(op: string, path: Pointer): PatchError {
  const message = `${op} operation does not apply: doc is missing path: "${path.text}": missing value`;
  return new PatchError('notApplicable', message);
}

function badIndex(op: string, path: Pointer, token: string): PatchError {
  const why = /^-?\d+$/.test(token)
    ? `Unable to access invalid index: ${token}: invalid index referenced`
    : `value was not a proper array index: '${token}'`;
  return new PatchError('notApplicable', `error in ${op} for path: '${path.text}': ${why}`);
}

function testFailed(path: Pointer): PatchError {
  return new PatchError('testFailed', `testing value ${path.text} failed: test failed`);
}
