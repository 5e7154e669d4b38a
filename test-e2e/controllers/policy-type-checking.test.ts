import assert from 'node:assert/strict';
import type { ValidatingAdmissionPolicySpec } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { validatingAdmissionPolicies } from '@pilothouse/client/admissionregistration.js';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import { listTypes } from '@pilothouse/client/discover.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { definitionOf } from '../support/definitions.js';
import { eventually } from '../support/eventually.js';

const RULE = { apiVersions: ['v1'], operations: ['CREATE'] };

describe('type checking of policies', () => {
  let plane: ControlPlane;
  /** Warnings and errors in the log of the control plane. */
  const problems: unknown[] = [];

  before(async () => {
    const destination = { write: (line: string) => void problems.push(JSON.parse(line)) };
    plane = await startControlPlane({ logger: createLogger(0, destination) });
  });
  after(async () => {
    await plane.stop();
    assert.deepEqual(problems, []);
  });

  const policies = () => plane.client.of(validatingAdmissionPolicies);

  /** The warnings of the latest generation, as `field: text`. */
  async function warnings(name: string): Promise<readonly string[]> {
    let found: readonly string[] = [];
    await eventually(async () => {
      const { metadata, status } = await policies().get(name);
      found = (status.typeChecking?.expressionWarnings ?? []).map(({ fieldRef, warning }) => `${fieldRef}: ${warning}`);
      return status.observedGeneration === metadata.generation;
    }, `the types of ${name} are checked`);
    return found;
  }

  async function create(name: string, spec: ValidatingAdmissionPolicySpec): Promise<readonly string[]> {
    await policies().create({ metadata: { name }, spec });
    return warnings(name);
  }

  it('warns of fields that built-in kinds do not have, until the policy changes', async () => {
    const resourceRules = [{ ...RULE, apiGroups: ['apps'], resources: ['deployments', 'replicasets', 'nothing'] }];
    const spec = {
      matchConstraints: { resourceRules },
      validations: [{ expression: 'object.spec.strategy.type == "Recreate"' }],
    };
    assert.deepEqual(await create('built-in', spec), [
      "spec.validations[0].expression: apps/v1, Kind=ReplicaSet: ERROR: <input>:1:12: undefined field 'strategy'\n" +
        ' | object.spec.strategy.type == "Recreate"\n' +
        ' | ...........^\n',
    ]);
    const validations = [{ expression: 'object.spec.replicas > 1 && object.spec.template.spec.containers.size() > 0' }];
    await policies().patch('built-in', { type: 'merge', value: { spec: { validations } } });
    assert.deepEqual(await warnings('built-in'), []);
    const { metadata } = await policies().get('built-in');
    const managers = metadata.managedFields?.map((each) => [each.manager, each.operation, each.subresource].join(' '));
    assert.ok(managers?.includes('validatingadmissionpolicy-status Apply status'), String(managers));
  });

  it('knows custom kinds and parameters', async () => {
    const group = 'types.example.io';
    await plane.client.of(customResourceDefinitions).create(definitionOf({ group }));
    await eventually(async () => {
      const types = await listTypes(plane.client, { group, version: 'v1' }).catch(() => []);
      return types.length > 0;
    }, 'the kind is served');
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: { resourceRules: [{ ...RULE, apiGroups: [group], resources: ['widgets'] }] },
      variables: [{ name: 'size', expression: 'object.spec.size' }],
      validations: [
        { expression: 'variables.size < int(params.data["most"]) && object.metadata.name != ""' },
        { expression: 'variables.size == "1"', messageExpression: 'string(params.text)' },
      ],
    };
    const found = await create('custom', spec);
    assert.deepEqual(
      found.map((text) => text.split('\n')[0]),
      [
        `spec.validations[1].expression: ${group}/v1, Kind=Widget: ERROR: <input>:1:16: found no matching overload for '_==_' applied to '(int, string)'`,
        `spec.validations[1].messageExpression: ${group}/v1, Kind=Widget: ERROR: <input>:1:14: undefined field 'text'`,
      ],
    );
  });
});
