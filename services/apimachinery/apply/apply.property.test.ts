import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { deepEqual } from '../json/equal.js';
import { newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { equalSets } from '../fieldpath/path-set.js';
import { thing } from '../typed/arbitrary.test.helper.js';
import { applyObject } from './apply.test.helper.js';
import { NO_MANAGERS, sameOwners } from './managers.js';
import { checkInvariants, checkPresence, NOTHING, THINGS, type State } from './script.test.helper.js';
import { updateManagers } from './update.js';

function applied(state: State, manager: string, config: JsonObject, force = false): State | undefined {
  const { object: live, managers } = state;
  const result = applyObject({
    live,
    managers,
    manager,
    version: 'v1',
    subresource: '',
    versions: THINGS,
    now: '2024-01-01T00:00:00Z',
    config,
    force,
  });
  return result.ok ? { object: result.object, version: 'v1', managers: result.managers } : undefined;
}

function updated(state: State, manager: string, object: JsonObject): State {
  const { object: live, managers } = state;
  const write = {
    live,
    managers,
    manager,
    version: 'v1',
    subresource: '',
    versions: THINGS,
    now: '2024-01-01T00:00:00Z',
  };
  return { object, version: 'v1', managers: updateManagers({ ...write, object }) };
}

const start: State = { object: newObject(), version: 'v1', managers: NO_MANAGERS };

describe('properties of server-side apply', () => {
  it('applies by independent managers commute', () => {
    fc.assert(
      fc.property(thing('a'), thing('b'), (one, two) => {
        const forth = applied(applied(NOTHING, 'one', one) ?? NOTHING, 'two', two);
        const back = applied(applied(NOTHING, 'two', two) ?? NOTHING, 'one', one);
        assert.equal(forth === undefined, back === undefined);
        if (forth === undefined || back === undefined) return;
        assert.ok(sameOwners(forth.managers, back.managers));
        assert.ok(deepEqual(sorted(forth.object), sorted(back.object)));
      }),
      { numRuns: 100 },
    );
  });

  it('applying an empty config restores the previous object', () => {
    fc.assert(
      fc.property(thing('a'), thing('b'), (first, config) => {
        const before = updated(NOTHING, 'x', first);
        const during = applied(before, 'one', config);
        if (during === undefined) return;
        const after = applied(during, 'one', newObject());
        assert.ok(
          after !== undefined && equalWithoutEmpty(after.object, first),
          `${writeJson(after?.object ?? null)}, not ${writeJson(first)}`,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(thing('a'), thing('b'), (first, config) => {
        const once = applied(updated(NOTHING, 'x', first), 'one', config, true);
        const twice = once && applied(once, 'one', config);
        assert.ok(once !== undefined && twice !== undefined);
        assert.ok(deepEqual(twice.object ?? null, once.object ?? null));
        assert.ok(sameOwners(once.managers, twice.managers));
      }),
      { numRuns: 100 },
    );
  });

  it('keeps its invariants under any history', () => {
    const step = fc.record({
      manager: fc.constantFrom('one', 'two', 'three'),
      operation: fc.constantFrom('apply', 'force', 'update'),
      value: fc.oneof(thing('a'), thing('b')),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let state = start;
        for (const { manager, operation, value } of steps) {
          state =
            operation === 'update'
              ? updated(state, manager, value)
              : (applied(state, manager, value, operation === 'force') ?? state);
          checkInvariants(state, THINGS);
          if (operation === 'update') checkPresence(state, THINGS);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('makes the applier an owner of every applied field, with force', () => {
    fc.assert(
      fc.property(thing('a'), thing('b'), (first, config) => {
        const alone = applied(start, 'one', config);
        const after = applied(updated(NOTHING, 'x', first), 'one', config, true);
        const [mine, others] = [alone, after].map(
          (state) => [...(state?.managers.values() ?? [])].find(({ operation }) => operation === 'Apply')?.set,
        );
        assert.ok(mine === others || (mine !== undefined && others !== undefined && equalSets(mine, others)));
      }),
      { numRuns: 100 },
    );
  });
});

/** Sorts every list. */
function sorted(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (writeJson(a) < writeJson(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const copy = newObject();
  for (const key of Object.keys(value).sort()) copy[key] = sorted(value[key]);
  return copy;
}

/** Whether two values are equal apart from empty containers and the order of lists. */
function equalWithoutEmpty(a: JsonValue | undefined, b: JsonValue): boolean {
  return deepEqual(withoutEmpty(sorted(a)) ?? null, withoutEmpty(sorted(b)) ?? null);
}

function withoutEmpty(value: JsonValue): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null);
  const copy = newObject();
  for (const key of Object.keys(value)) {
    const rest = withoutEmpty(value[key] ?? null);
    if (rest !== undefined) copy[key] = rest;
  }
  return Object.keys(copy).length === 0 ? undefined : copy;
}
