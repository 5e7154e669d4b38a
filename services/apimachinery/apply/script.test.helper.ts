import assert from 'node:assert/strict';
import { readFieldsV1, writeFieldsV1 } from '../fieldpath/fields-v1.js';
import { difference, equalSets, isEmpty, pathTexts } from '../fieldpath/path-set.js';
import { deepEqual } from '../json/equal.js';
import { parseJson } from '../json/parse.js';
import { isObject, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { applyMergePatch } from '../patch/merge-patch.js';
import { extractItems } from '../typed/extract.test.helper.js';
import { everyPath } from '../typed/field-set.js';
import { THING } from '../typed/thing.test.helper.js';
import { compileType, UNTYPED } from '../typed/type.js';
import type { Apply } from './apply.js';
import { applyObject } from './apply.test.helper.js';
import type { Conflict } from './conflicts.js';
import { decodeManagedFields, encodeManagedFields } from './managed-fields.js';
import { NO_MANAGERS, type Managers } from './managers.js';
import { updateManagers } from './update.js';
import { oneVersion, type Versions } from './versions.js';

/** A stored object and its managers. */
export interface State {
  readonly object: JsonObject | undefined;
  /** The version of `object`. */
  readonly version: string;
  readonly managers: Managers;
}

export const NOTHING: State = { object: undefined, version: 'v1', managers: NO_MANAGERS };

export const THINGS: Versions = oneVersion('v1', compileType(THING));
export const ANYTHING: Versions = oneVersion('v1', UNTYPED);

export function json(text: string): JsonObject {
  const { value } = parseJson(text);
  assert.ok(isObject(value), text);
  return value;
}

const STEP = /^(apply|force|update|patch|plain) (\S+?)(?:@(\S+))? (\{.*\})$/;
const CONFLICT = /^! (\S+) (.*)$/;
const OWNER = /^(\S+): ?(.*)$/;

/**
 * Runs a script, line by line:
 *
 * - `apply NAME JSON`, `force NAME JSON`: server-side apply, without and with force;
 * - `update NAME JSON`, `patch NAME JSON`: a write of the object, or of a merge patch for it;
 * - `plain NAME JSON`: an object without managers. `NAME@VERSION` uses another version than `v1`;
 * - `! NAME PATH...`: the previous step is rejected, because NAME owns these paths;
 * - `= JSON`: the expected object;
 * - `NAME: PATH...`: the expected owners. The lines up to the next step list all of them;
 * - `no managers`: no owners are expected.
 */
export function runScript(script: string, versions: Versions = THINGS, start: State = NOTHING): State {
  const lines = script
    .trim()
    .split('\n')
    .map((line) => line.trim());
  let state = start;
  let owners: string[] = [];
  for (const [index, line] of lines.entries()) {
    const step = STEP.exec(line);
    if (step !== null) {
      const [, operation = '', name = '', version = start.version, body = ''] = step;
      const refusals = lines
        .slice(index + 1)
        .filter((_, offset, rest) => rest.slice(0, offset + 1).every((each) => each.startsWith('!')));
      state = runStep(state, { operation, name, version, body: json(body), refusals }, versions);
      checkInvariants(state, versions);
    } else if (line.startsWith('= ')) {
      const expected = json(line.slice(2));
      assert.ok(
        state.object !== undefined && deepEqual(state.object, expected),
        `${writeJson(state.object ?? null)}, not ${line}`,
      );
    } else if (OWNER.test(line)) {
      owners.push(line.trim());
      if (!OWNER.test(lines[index + 1] ?? '') || STEP.test(lines[index + 1] ?? '')) {
        assert.deepEqual(ownerLines(state.managers), owners.sort());
        owners = [];
      }
    } else if (line === 'no managers') {
      assert.deepEqual(ownerLines(state.managers), []);
    } else {
      assert.match(line, CONFLICT);
    }
  }
  return state;
}

function ownerLines(managers: Managers): string[] {
  return [...managers.values()].map(({ name, set }) => `${name}: ${pathTexts(set).join(' ')}`).sort();
}

interface Step {
  readonly operation: string;
  readonly name: string;
  readonly version: string;
  readonly body: JsonObject;
  /** The lines that begin with `!`. */
  readonly refusals: readonly string[];
}

function runStep(state: State, { operation, name, version, body, refusals }: Step, versions: Versions): State {
  const live = inVersion(state, version, versions);
  const write = { live, managers: state.managers, manager: name, version, subresource: '', versions, now: NOW };
  if (operation === 'plain') return { object: body, version, managers: NO_MANAGERS };
  if (operation === 'apply' || operation === 'force') {
    const applied = untouched({ ...write, config: body, force: operation === 'force' });
    assert.deepEqual(applied.ok ? [] : conflictLines(applied.conflicts), refusals);
    return applied.ok ? { object: applied.object, version, managers: applied.managers } : state;
  }
  const object = operation === 'patch' ? applyMergePatch(live ?? json('{}'), body) : body;
  return { object, version, managers: updateManagers({ ...write, object }) };
}

const NOW = '2024-05-06T07:08:09Z';

function inVersion({ object, version: from }: State, to: string, versions: Versions): JsonObject | undefined {
  return object === undefined || from === to ? object : versions.convert(object, from, to);
}

/** Applies, and fails if an input was modified. */
function untouched(apply: Apply): ReturnType<typeof applyObject> {
  const inputs = (): string[] =>
    [apply.live ?? null, apply.config, encodeManagedFields(apply.managers) ?? null].map(writeJson);
  const before = inputs();
  const applied = applyObject(apply);
  assert.deepEqual(inputs(), before);
  return applied;
}

function conflictLines(conflicts: readonly Conflict[]): string[] {
  const names = [...new Set(conflicts.map(({ manager }) => manager.name))];
  return names.map((name) => {
    const paths = conflicts.filter(({ manager }) => manager.name === name).map(({ path }) => path);
    return `! ${name} ${paths.join(' ')}`;
  });
}

/** Invariants that hold after every step. */
export function checkInvariants(state: State, versions: Versions): void {
  const { object, managers } = state;
  const encoded = encodeManagedFields(managers);
  assert.equal(writeJson(encodeManagedFields(decodeManagedFields(encoded)) ?? null), writeJson(encoded ?? null));
  for (const { name, operation, version, set } of managers.values()) {
    assert.ok(!isEmpty(set), `${name} owns nothing`);
    assert.ok(equalSets(readFieldsV1(writeFieldsV1(set)), set), `${name} is written as it is not`);
    const live = inVersion(state, version, versions);
    if (operation !== 'Apply' || object === undefined || live === undefined) continue;
    const type = versions.typeOf(version) ?? UNTYPED;
    const config = extractItems(type, live, set);
    assert.ok(isObject(config));
    const applied = untouched({
      live,
      managers,
      manager: name,
      version,
      subresource: '',
      versions,
      now: NOW,
      config,
      force: false,
    });
    assert.ok(applied.ok && deepEqual(applied.object, live), `${name} changes the object by applying its own fields`);
  }
}

/** Fails unless all owned fields exist. */
export function checkPresence({ object, version, managers }: State, versions: Versions): void {
  const type = versions.typeOf(version) ?? UNTYPED;
  const present = everyPath(type, object ?? null);
  for (const { name, set } of managers.values()) {
    assert.deepEqual(pathTexts(difference(set, present)), [], `${name} owns absent fields`);
  }
}
