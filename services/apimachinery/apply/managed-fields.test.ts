import assert from 'node:assert/strict';
import { ApplyError } from '../fieldpath/apply-error.js';
import { fieldPaths, pathTexts } from '../fieldpath/path-set.js';
import { parseJson } from '../json/parse.js';
import { deepCopy, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import type { Apply } from './apply.js';
import { applyObject } from './apply.test.helper.js';
import { conflictsText, managerText } from './conflicts.js';
import {
  decodeManagedFields,
  encodeManagedFields,
  isReset,
  managedFieldsOf,
  withManagedFields,
} from './managed-fields.js';
import { NO_MANAGERS, type Managers } from './managers.js';
import { json, THINGS } from './script.test.helper.js';
import { updateManagers, type Update } from './update.js';

const WRITE = {
  live: undefined,
  managers: NO_MANAGERS,
  manager: 'one',
  version: 'v1',
  subresource: '',
  versions: THINGS,
  now: '2024-01-01T00:00:00Z',
};

function update(object: string, rest: Partial<Update> = {}): Managers {
  return updateManagers({ ...WRITE, object: json(object), ...rest });
}

function apply(config: string, rest: Partial<Apply> = {}): ReturnType<typeof applyObject> {
  return applyObject({ ...WRITE, config: json(config), force: false, ...rest });
}

/** `name operation version subresource time paths` for each entry, in order. */
function entries(managers: Managers): string[] {
  return [...decodeManagedFields(encodeManagedFields(managers)).values()].map(
    ({ name, operation, version, subresource, time = '-', set }) =>
      `${name} ${operation} ${version} ${subresource || '-'} ${time} ${pathTexts(set).join(' ')}`,
  );
}

const ENTRY =
  '{"manager":"one","operation":"Update","apiVersion":"v1","time":"2024-01-01T00:00:00Z","fieldsType":"FieldsV1",' +
  '"fieldsV1":{"f:labels":{".":{},"f:a":{}}},"subresource":"status"}';

describe('managedFields', () => {
  it('are written as in Kubernetes', () => {
    const managers = update('{"labels":{"a":"1"}}', { subresource: 'status' });
    assert.equal(writeJson(encodeManagedFields(managers) ?? null), `[${ENTRY}]`);
  });

  it('round-trip', () => {
    const read = parseJson(`[${ENTRY}]`).value;
    assert.equal(writeJson(encodeManagedFields(decodeManagedFields(read)) ?? null), `[${ENTRY}]`);
  });

  it('are absent without managers', () => {
    assert.equal(encodeManagedFields(NO_MANAGERS), undefined);
    assert.equal(decodeManagedFields(undefined).size, 0);
    assert.equal(decodeManagedFields(null).size, 0);
    assert.equal(decodeManagedFields([]).size, 0);
  });

  it('are ordered: appliers first, then by time, name and version', () => {
    const entry = (operation: string, manager: string, time?: string): JsonObject =>
      json(
        `{"manager":"${manager}","operation":"${operation}","apiVersion":"v1",${time === undefined ? '' : `"time":"${time}",`}"fieldsType":"FieldsV1","fieldsV1":{"f:a":{}}}`,
      );
    const ordered = [
      entry('Apply', 'a'),
      entry('Apply', 'b'),
      entry('Update', 'z'),
      entry('Update', 'y', '2023-01-01T00:00:00Z'),
      entry('Update', 'a', '2024-01-01T00:00:00Z'),
      entry('Update', 'b', '2024-01-01T00:00:00.5Z'),
    ];
    const managers = decodeManagedFields(ordered.toReversed());
    assert.equal(writeJson(encodeManagedFields(managers) ?? null), writeJson(ordered));
  });

  const refused: readonly [entry: string, message: string][] = [
    ['{"operation":"Read","apiVersion":"v1","fieldsType":"FieldsV1"}', 'operation must be `Apply` or `Update`'],
    ['{"operation":"Apply","fieldsType":"FieldsV1"}', 'apiVersion must not be empty'],
    ['{"operation":"Apply","apiVersion":"v1"}', 'missing fieldsType in managed fields entry 0'],
    ['{"operation":"Apply","apiVersion":"v1","fieldsType":"V2"}', 'invalid fieldsType "V2" in managed fields entry 0'],
    ['{"operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":[]}', 'expected an object in FieldsV1'],
    ['7', 'managedFields entry 0 must be an object'],
  ];
  for (const [entry, message] of refused) {
    it(`are rejected with ${entry}`, () => {
      const read = (): unknown => decodeManagedFields([parseJson(entry).value]);
      assert.throws(
        read,
        (error) => error instanceof ApplyError && error.kind === 'fields' && error.message === message,
      );
    });
  }

  it('are rejected unless they are a list', () => {
    assert.throws(() => decodeManagedFields('x'), ApplyError);
  });

  it('are reset by a single empty entry', () => {
    assert.deepEqual(
      [
        [json('{}')],
        [json('{"manager":"","time":null}')],
        [],
        [json('{}'), json('{}')],
        [json('{"manager":"x"}')],
        null,
        undefined,
      ].map(isReset),
      [true, true, false, false, false, false, false],
    );
  });

  it('can be inserted into an object and removed', () => {
    const object = json('{"metadata":{"name":"n"},"value":"a"}');
    const managers = update('{"value":"a"}');
    const managed = withManagedFields(object, managers);
    assert.deepEqual(entries(decodeManagedFields(managedFieldsOf(managed))), entries(managers));
    assert.equal(writeJson(withManagedFields(managed, undefined)), writeJson(object));
    assert.equal(withManagedFields(object, undefined), object);
    assert.equal(managedFieldsOf(object), undefined);
  });
});

describe('managers', () => {
  it('are identified by name, operation, version and subresource; appliers not by version', () => {
    let managers = update('{"value":"a"}');
    managers = update('{"value":"a","count":1}', { live: json('{"value":"a"}'), managers, subresource: 'status' });
    const applied = apply('{"flag":true}', { live: json('{"value":"a","count":1}'), managers });
    assert.ok(applied.ok);
    assert.deepEqual(entries(applied.managers), [
      'one Apply v1 - - .flag',
      'one Update v1 - 2024-01-01T00:00:00Z .value',
      'one Update v1 status 2024-01-01T00:00:00Z .count',
    ]);
  });

  it('are called unknown without a name', () => {
    assert.deepEqual(entries(update('{"value":"a"}', { manager: '' })), [
      'unknown Update v1 - 2024-01-01T00:00:00Z .value',
    ]);
  });

  it('keep their time until they change something', () => {
    const live = json('{"value":"a"}');
    const managers = update('{"value":"a"}');
    const later = { live, managers, now: '2025-01-01T00:00:00Z' };
    assert.deepEqual(entries(update('{"value":"a"}', later)), ['one Update v1 - 2024-01-01T00:00:00Z .value']);
    assert.deepEqual(entries(update('{"value":"b"}', later)), ['one Update v1 - 2025-01-01T00:00:00Z .value']);
  });

  it('are the same objects after an apply without changes', () => {
    const first = apply('{"value":"a"}');
    assert.ok(first.ok && first.isChanged);
    const again = apply('{"value":"a"}', { live: first.object, managers: first.managers, now: '2025-01-01T00:00:00Z' });
    assert.ok(again.ok && !again.isChanged);
    assert.equal(again.managers, first.managers);
    assert.equal(again.object, first.object);
    const other = apply('{"value":"a"}', { live: first.object, managers: first.managers, manager: 'two' });
    assert.ok(other.ok && other.isChanged);
  });

  it('that own nothing are removed by the next write', () => {
    const idle = { manager: 'idle', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} };
    const managers = decodeManagedFields([idle]);
    const live = json('{"value":"a"}');
    assert.deepEqual(entries(update('{"value":"b"}', { live, managers })), [
      'one Update v1 - 2024-01-01T00:00:00Z .value',
    ]);
    const applied = apply('{"value":"a"}', { live, managers });
    assert.ok(applied.ok);
    assert.deepEqual(entries(applied.managers), ['one Apply v1 - - .value']);
  });

  it('conflict over owned fields that are absent', () => {
    const managers = update('{"value":"a"}');
    const refused = apply('{"value":"b"}', { live: json('{"count":1}'), managers, manager: 'two' });
    assert.deepEqual(!refused.ok && refused.conflicts.map(({ path }) => path), ['.value']);
  });

  it('do not own fields that a write ignores', () => {
    const ignored = () => fieldPaths([['spec']]);
    assert.deepEqual(entries(update('{"spec":{"size":1},"value":"a"}', { ignored })), [
      'one Update v1 - 2024-01-01T00:00:00Z .value',
    ]);
    const applied = apply('{"spec":{"size":1},"value":"a"}', { ignored });
    assert.ok(applied.ok);
    assert.deepEqual(entries(applied.managers), ['one Apply v1 - - .value']);
  });

  it('do not conflict over fields that a write ignores', () => {
    const managers = update('{"spec":{"size":1}}');
    const rest = { live: json('{"spec":{"size":1}}'), managers, manager: 'two', ignored: () => fieldPaths([['spec']]) };
    assert.ok(apply('{"spec":{"size":2},"value":"a"}', rest).ok);
    const { ignored: _, ...all } = rest;
    assert.ok(!apply('{"spec":{"size":2},"value":"a"}', all).ok);
  });

  it('start with the writer as owner of its changes when there are none', () => {
    const live = json('{"value":"a","count":1}');
    assert.deepEqual(entries(update('{"value":"a","count":2}', { live })), [
      'one Update v1 - 2024-01-01T00:00:00Z .count',
    ]);
  });

  it('are merged, oldest updaters first, when there are more than ten', () => {
    let managers: Managers = NO_MANAGERS;
    let live = json('{}');
    for (let index = 0; index < 13; index++) {
      const object = deepCopy(live);
      object['labels'] = json(`{${Array.from({ length: index + 1 }, (_, each) => `"l${each}":"x"`).join(',')}}`);
      const now = `2024-01-01T00:00:${String(index).padStart(2, '0')}Z`;
      managers = update(writeJson(object), {
        live: index === 0 ? undefined : live,
        managers,
        manager: `m${index}`,
        now,
      });
      live = object;
    }
    assert.equal(managers.size, 10);
    assert.deepEqual(entries(managers).slice(0, 2), [
      'ancient-changes Update v1 - 2024-01-01T00:00:03Z .labels .labels.l0 .labels.l1 .labels.l2 .labels.l3',
      'm4 Update v1 - 2024-01-01T00:00:04Z .labels.l4',
    ]);
  });

  it('may number thousands', () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      json(
        `{"manager":"m${index}","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:labels":{"f:l${index}":{}}}}`,
      ),
    );
    const managers = decodeManagedFields(many);
    const live = json(`{"labels":{${many.map((_, index) => `"l${index}":"x"`).join(',')}}}`);
    const applied = apply('{"labels":{"l7":"y"}}', { live, managers });
    assert.ok(!applied.ok);
    assert.equal(
      conflictsText(applied.conflicts),
      'Apply failed with 1 conflict: conflict with "m7" using v1: .labels.l7',
    );
    const updated = update(writeJson({ ...live, value: 'a' }), { live, managers });
    assert.equal(updated.size, 10);
    assert.equal(
      pathTexts(
        updated.get('{"manager":"ancient-changes","operation":"Update","apiVersion":"v1"}')?.set ?? fieldPaths([]),
      ).length,
      1_992,
    );
  });
});

describe('the conflict message', () => {
  const manager = {
    name: 'a"b',
    version: 'apps/v1',
    subresource: '',
    time: undefined,
    set: fieldPaths([['x']]),
  } as const;

  it('names an applier', () => {
    assert.equal(managerText({ ...manager, operation: 'Apply' }), '"a\\"b"');
  });

  it('names an updater with its version and subresource', () => {
    assert.equal(managerText({ ...manager, operation: 'Update' }), '"a\\"b" using apps/v1');
    const status = managerText({ ...manager, operation: 'Update', subresource: 'status' });
    assert.equal(status, '"a\\"b" with subresource "status" using apps/v1');
  });

  it('lists several by manager', () => {
    const managers = update('{"value":"a","labels":{"x":"1"},"count":1}');
    const first = apply('{"flag":true}', { live: json('{"value":"a","labels":{"x":"1"},"count":1}'), managers });
    assert.ok(first.ok);
    const refused = apply('{"value":"b","labels":{"x":"2"},"flag":false}', {
      live: first.object,
      managers: first.managers,
      manager: 'two',
    });
    assert.ok(!refused.ok);
    assert.equal(
      conflictsText(refused.conflicts),
      'Apply failed with 3 conflicts: conflicts with "one":\n- .flag\nconflicts with "one" using v1:\n- .value\n- .labels.x',
    );
  });
});

describe('kubectl', () => {
  const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
  const applied = '{"apiVersion":"v1","kind":"Thing","value":"a","count":1}';
  const live = json(
    `{"apiVersion":"v1","kind":"Thing","metadata":{"annotations":{"${ANNOTATION}":${JSON.stringify(applied)}}},"value":"a","count":2}`,
  );
  const managers = update(writeJson(live), { manager: 'kubectl-client-side-apply' });

  it('takes over fields from its annotation without a conflict', () => {
    const result = apply('{"apiVersion":"v1","kind":"Thing","value":"b<c"}', { live, managers, manager: 'kubectl' });
    assert.ok(result.ok);
    const metadata = result.object['metadata'];
    assert.equal(
      writeJson(metadata ?? null),
      writeJson(
        json(
          `{"annotations":{"${ANNOTATION}":${JSON.stringify('{"apiVersion":"v1","kind":"Thing","value":"b\\u003cc"}\n')}}}`,
        ),
      ),
    );
  });

  it('drops its annotation when it grows too large', () => {
    const result = apply(`{"apiVersion":"v1","kind":"Thing","value":"${'x'.repeat(256 * 1024)}"}`, {
      live,
      managers,
      manager: 'kubectl',
    });
    assert.equal(result.ok && writeJson(result.object['metadata'] ?? null), '{"annotations":{}}');
  });

  it('conflicts over fields changed since', () => {
    const result = apply('{"value":"b","count":3}', { live, managers, manager: 'kubectl' });
    assert.deepEqual(!result.ok && result.conflicts.map(({ path }) => path), ['.count']);
  });

  it('is the only manager that may', () => {
    assert.ok(!apply('{"value":"b"}', { live, managers, manager: 'other' }).ok);
  });

  for (const text of ['', 'no JSON', '[]', '{"apiVersion":"v2","value":"a"}', '{"apiVersion":"v1","value":7}']) {
    it(`conflicts as usual if the annotation is ${text || 'empty'}`, () => {
      const other = json(`{"metadata":{"annotations":{"${ANNOTATION}":${JSON.stringify(text)}}},"value":"a"}`);
      const owners = update(writeJson(other), { manager: 'x' });
      assert.ok(!apply('{"value":"b"}', { live: other, managers: owners, manager: 'kubectl' }).ok);
    });
  }
});
