import assert from 'node:assert/strict';
import { withCondition, withoutCondition } from './condition-list.js';
import { approvalCondition, establishedCondition, namesConditions, terminatingCondition } from './conditions.js';
import { definitionOf, widgets } from './definitions.test.helper.js';

const NAMES = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['w'] };
const LATER = '2030-01-02T03:04:05Z';
const accepted = (acceptedNames: object, others: object = {}) => ({ status: { acceptedNames, ...others } });

describe('the names of a definition', () => {
  const wanting = (names: object = {}, others: object = {}) => widgets({ names: { ...NAMES, ...names } }, others);
  const other = (acceptedNames: object, group = 'example.com') =>
    definitionOf({ spec: { group }, status: { acceptedNames: { plural: 'x', kind: 'X', ...acceptedNames } } });

  it('are accepted if unused', () => {
    const { acceptedNames, namesAccepted, established } = namesConditions(wanting({ categories: ['all'] }), [
      other({ plural: 'widgets', kind: 'Widget' }, 'other.com'),
    ]);
    assert.deepEqual({ ...acceptedNames }, { ...NAMES, categories: ['all'] });
    assert.deepEqual(namesAccepted, {
      type: 'NamesAccepted',
      status: 'True',
      reason: 'NoConflicts',
      message: 'no conflicts found',
    });
    assert.deepEqual(established, {
      type: 'Established',
      status: 'False',
      reason: 'Installing',
      message: 'the initial names have been accepted',
    });
  });

  const conflicts: readonly (readonly [taken: object, reason: string, message: string, lacking: string])[] = [
    [{ plural: 'widgets' }, 'PluralConflict', '"widgets" is already in use', 'plural'],
    [{ singular: 'widget' }, 'SingularConflict', '"widget" is already in use', 'singular'],
    [{ plural: 'w' }, 'ShortNamesConflict', '"w" is already in use', 'shortNames'],
    [{ kind: 'Widget' }, 'KindConflict', '"Widget" is already in use', 'kind'],
    [{ listKind: 'WidgetList' }, 'ListKindConflict', '"WidgetList" is already in use', 'listKind'],
  ];
  for (const [taken, reason, message, lacking] of conflicts) {
    it(`are not accepted: ${reason}`, () => {
      const { acceptedNames, namesAccepted, established } = namesConditions(wanting(), [other(taken)]);
      assert.deepEqual(namesAccepted, { type: 'NamesAccepted', status: 'False', reason, message });
      assert.deepEqual(established, {
        type: 'Established',
        status: 'False',
        reason: 'NotAccepted',
        message: 'not all names are accepted',
      });
      const names = new Map(Object.entries(acceptedNames));
      assert.ok((names.get(lacking) ?? '') === '' && names.size >= 4);
    });
  }

  it('list all conflicting names', () => {
    const { namesAccepted } = namesConditions(wanting({ shortNames: ['a', 'b'] }), [other({ shortNames: ['a', 'b'] })]);
    assert.equal(namesAccepted.message, '["a" is already in use, "b" is already in use]');
  });

  it('stay accepted for the definition that has them', () => {
    const definition = wanting({ shortNames: ['w', 'v'] }, accepted(NAMES));
    const { acceptedNames, namesAccepted } = namesConditions(definition, [definition]);
    assert.equal(namesAccepted.status, 'True');
    assert.deepEqual(acceptedNames.shortNames, ['w', 'v']);
  });

  it('keep an established definition established', () => {
    const conditions = [{ type: 'Established', status: 'True', reason: 'InitialNamesAccepted' }];
    const { established } = namesConditions(wanting({}, accepted(NAMES, { conditions })), [
      other({ plural: 'widgets' }),
    ]);
    assert.deepEqual({ ...established }, conditions[0]);
  });
});

describe('an established definition', () => {
  const conditioned = (type: string, spec: object = {}) =>
    widgets(spec, { status: { conditions: [{ type, status: 'True' }], storedVersions: ['v1'] } });
  const bundle = (caBundle: string) => ({
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { url: 'https://h', caBundle }, conversionReviewVersions: ['v1'] },
    },
  });

  it('has accepted names', () => {
    assert.equal(establishedCondition(widgets()), undefined);
    assert.equal(establishedCondition(conditioned('Established')), undefined);
    assert.deepEqual(establishedCondition(conditioned('NamesAccepted')), {
      type: 'Established',
      status: 'True',
      reason: 'InitialNamesAccepted',
      message: 'the initial names have been accepted',
    });
  });

  it('has a readable CA bundle', () => {
    assert.deepEqual(establishedCondition(conditioned('NamesAccepted', bundle('AAAA'))), {
      type: 'Established',
      status: 'False',
      reason: 'InvalidCABundle',
      message: 'The conversion webhook CABundle is invalid',
    });
  });
});

describe('the approval of a definition', () => {
  const cases: readonly (readonly [annotation: string | undefined, status: string, reason: string, message: RegExp])[] =
    [
      [undefined, 'False', 'MissingAnnotation', /^protected groups must have approval annotation/],
      ['x', 'False', 'InvalidAnnotation', /with either a URL or a reason starting with "unapproved"/],
      ['unapproved, y', 'False', 'UnapprovedAnnotation', /^not approved: "unapproved, y"$/],
      ['https://h/1', 'True', 'ApprovedAnnotation', /^approved in https:\/\/h\/1$/],
    ];
  for (const [annotation, status, reason, message] of cases) {
    it(`is a condition: ${reason}`, () => {
      const annotations = annotation === undefined ? {} : { 'api-approved.kubernetes.io': annotation };
      const condition = approvalCondition(widgets({ group: 'x.k8s.io' }, { metadata: { annotations } }));
      assert.deepEqual([condition?.status, condition?.reason], [status, reason]);
      assert.match(condition?.message ?? '', message);
    });
  }

  it('is required only in protected groups', () => assert.equal(approvalCondition(widgets()), undefined));
});

describe('the deletion of a definition', () => {
  it('is a condition', () => {
    assert.deepEqual(terminatingCondition({ type: 'completed' }), {
      type: 'Terminating',
      status: 'False',
      reason: 'InstanceDeletionCompleted',
      message: 'removed all instances',
    });
    const { status, message } = terminatingCondition({ type: 'unconfirmed', why: 'down' });
    assert.deepEqual([status, message], ['True', 'could not confirm zero CustomResources remaining: down']);
  });
});

describe('the conditions of a definition', () => {
  const before = '2029-01-01T00:00:00Z';
  const old = [{ type: 'NamesAccepted', status: 'False', reason: 'A', message: 'a', lastTransitionTime: before }];

  it('keep lastTransitionTime while their status stays', () => {
    const same = withCondition(old, { type: 'NamesAccepted', status: 'False', reason: 'B', message: 'b' }, LATER);
    assert.deepEqual(same, [{ ...old[0], reason: 'B', message: 'b' }]);
    const changed = withCondition(old, { type: 'NamesAccepted', status: 'True', reason: 'B', message: 'b' }, LATER);
    assert.equal(changed[0]?.lastTransitionTime, LATER);
  });

  it('are appended and removed', () => {
    const both = withCondition(old, terminatingCondition({ type: 'pending' }), LATER);
    assert.deepEqual(
      both.map(({ type }) => type),
      ['NamesAccepted', 'Terminating'],
    );
    assert.equal(both[1]?.lastTransitionTime, LATER);
    assert.deepEqual(withoutCondition(both, 'Terminating'), old);
  });
});
