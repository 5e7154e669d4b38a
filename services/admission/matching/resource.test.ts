import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import {
  admittedAs,
  equivalentResources,
  matchResource,
  type AdmittedResource,
  type ResourceMatch,
} from './resource.js';
import type { Rule, RuleTarget } from './rule.js';

const definitions = builtInResources(createDomain());

function definitionOf(group: string, resource: string): ResourceDefinition {
  const found = definitions.find((each) => each.group === group && each.resource === resource);
  assert.ok(found);
  return found;
}

const text = ({ group, version, resource, type }: AdmittedResource): string =>
  `${group}/${version}/${resource} ${type.group}/${type.version}/${type.kind}`;

describe('equivalent resources', () => {
  const CASES: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['', 'pods', '', ['/v1/pods /v1/Pod']],
    ['', 'pods', 'status', ['/v1/pods /v1/Pod']],
    ['', 'pods', 'nothing', []],
    ['', 'pods', 'binding', ['/v1/pods /v1/Binding']],
    ['', 'pods', 'exec', ['/v1/pods /v1/PodExecOptions']],
    ['apps', 'deployments', 'scale', ['apps/v1/deployments autoscaling/v1/Scale']],
    ['', 'events', '', ['/v1/events /v1/Event', 'events.k8s.io/v1/events events.k8s.io/v1/Event']],
    ['events.k8s.io', 'events', '', ['/v1/events /v1/Event', 'events.k8s.io/v1/events events.k8s.io/v1/Event']],
    [
      'autoscaling',
      'horizontalpodautoscalers',
      'status',
      [
        'autoscaling/v2/horizontalpodautoscalers autoscaling/v2/HorizontalPodAutoscaler',
        'autoscaling/v1/horizontalpodautoscalers autoscaling/v1/HorizontalPodAutoscaler',
      ],
    ],
  ];
  for (const [group, resource, subresource, expected] of CASES) {
    it(`are those of ${resource}/${subresource} in "${group}"`, () => {
      const found = equivalentResources(definitions, definitionOf(group, resource), subresource);
      assert.deepEqual(found.map(text), expected);
    });
  }
});

describe('the matched resource', () => {
  const scaler = definitionOf('autoscaling', 'horizontalpodautoscalers');
  const equivalents = (): readonly AdmittedResource[] => equivalentResources(definitions, scaler, '');
  const [v2] = scaler.versions;
  const requested = admittedAs(scaler, v2, '');
  assert.ok(requested);
  const target: RuleTarget = { ...requested, operation: 'CREATE', subresource: '', namespace: 'default', name: 'web' };
  const rule = (...apiVersions: string[]): Rule => ({
    operations: ['CREATE'],
    apiGroups: ['autoscaling'],
    apiVersions,
    resources: ['horizontalpodautoscalers'],
  });
  const CASES: readonly (readonly [string, ResourceMatch, string | undefined])[] = [
    ['is that of the request', { rules: [rule('v1'), rule('v2')], matchPolicy: 'Equivalent' }, 'v2'],
    ['is an equivalent one', { rules: [rule('v3'), rule('v1')], matchPolicy: 'Equivalent' }, 'v1'],
    ['is not an equivalent one under Exact', { rules: [rule('v1')], matchPolicy: 'Exact' }, undefined],
    ['is not an equivalent one without a policy', { rules: [rule('v1')] }, undefined],
    ['is missing without a match', { rules: [rule('v3')], matchPolicy: 'Equivalent' }, undefined],
    ['is missing with an empty list', { rules: [], matchPolicy: 'Equivalent' }, undefined],
    ['is that of the request without rules', {}, 'v2'],
    ['is excluded', { excludeRules: [rule('v2')] }, undefined],
    ['is excluded as an equivalent one', { excludeRules: [rule('v1')], matchPolicy: 'Equivalent' }, undefined],
    ['is not excluded as an equivalent one under Exact', { excludeRules: [rule('v1')] }, 'v2'],
    [
      'is an equivalent one only with the name',
      { rules: [{ ...rule('v1'), resourceNames: ['api'] }], matchPolicy: 'Equivalent' },
      undefined,
    ],
  ];
  for (const [what, match, version] of CASES) {
    it(what, () => {
      const found = matchResource(match, target, requested, equivalents);
      assert.equal(found?.version, version);
      assert.equal(found?.type.version, version);
    });
  }
});
