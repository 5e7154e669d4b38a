import assert from 'node:assert/strict';
import type { CustomResourceDefinitionStatus } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { createAcceptedNames } from './accepted-names.js';
import { isConditionTrue } from './condition-list.js';
import { widgets } from './definitions.test.helper.js';
import { statusOf } from './status.js';

describe('the status of a definition', () => {
  const NAME = 'widgets.example.com';
  const NOW = new Date('2026-01-02T03:04:05Z');
  const of = (uid: string) => widgets({}, { metadata: { name: NAME, uid } });

  it('gives a definition the names of a deleted one', () => {
    const names = createAcceptedNames();
    const old = of('1');
    old.status = statusOf(old, names, NOW);
    names.set(NAME, old);
    const made = of('2');
    made.status = statusOf(made, names, NOW);
    assert.equal(made.status.acceptedNames.plural, 'widgets');
    assert.ok(isConditionTrue(made, 'Established'));
  });

  it('loses the names that an older definition has, and regains them after its deletion', () => {
    const names = createAcceptedNames();
    const [first, second] = ['a', 'b'].map((plural, index) => {
      const spec = { names: { plural, singular: plural, kind: 'Widget', listKind: 'WidgetList' } };
      const definition = widgets(spec, { metadata: { name: `${plural}.example.com`, uid: plural } });
      // Simulates two servers that have not yet seen the other's write.
      definition.status = statusOf(definition, createAcceptedNames(), NOW);
      names.set(`${plural}.example.com`, definition, 7 - index);
      return definition;
    });
    assert.ok(first && second);
    assert.deepEqual(names.conflicted('example.com'), ['a.example.com']);
    assert.ok(isConditionTrue({ ...second, status: statusOf(second, names, NOW) }, 'Established'));
    first.status = statusOf(first, names, NOW);
    assert.deepEqual(
      first.status.conditions.map(({ type, status, reason }) => `${type}: ${status} ${reason}`),
      ['NamesAccepted: False ListKindConflict', 'Established: False NotAccepted'],
    );
    assert.deepEqual(first.status.acceptedNames, { plural: 'a', singular: 'a', kind: '' });
    names.set('a.example.com', first, 8);
    assert.deepEqual([...names.contested('example.com')], []);
    names.set('b.example.com', undefined);
    assert.ok(isConditionTrue({ ...first, status: statusOf(first, names, NOW) }, 'Established'));
  });

  it('is recomputed after a client has written it', () => {
    const names = createAcceptedNames();
    const definition = of('1');
    definition.status = statusOf(definition, names, NOW);
    const { acceptedNames, conditions } = definition.status;
    const others: readonly Partial<CustomResourceDefinitionStatus>[] = [
      { conditions: [] },
      { conditions: (conditions ?? []).filter(({ type }) => type !== 'Established') },
      { acceptedNames: { ...acceptedNames, kind: 'Other' } },
    ];
    for (const status of others) {
      names.set(NAME, { ...definition, status: { ...definition.status, ...status } });
      assert.deepEqual(names.conflicted('example.com'), [NAME]);
    }
    names.set(NAME, definition);
    assert.deepEqual(names.conflicted('example.com'), []);
    names.set(NAME, undefined);
    assert.deepEqual(names.conflicted('example.com'), []);
  });
});
