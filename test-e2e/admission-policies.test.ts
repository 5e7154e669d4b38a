import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ValidatingAdmissionPolicySpec } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import {
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
} from '@pilothouse/client/admissionregistration.js';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import { configMaps } from '@pilothouse/client/core.js';
import { definitionOf, namespacedIn } from './support/definitions.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';

const GROUP = 'limits.example.com';
const RULE = { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
const AUDIT = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  resources: [{ group: '', resources: [configmaps] }]
- level: None
`;

/** Creates a policy for ConfigMaps whose names begin with its name, and its binding. */
async function bind(
  { client }: Server,
  name: string,
  spec: ValidatingAdmissionPolicySpec,
  binding: object = {},
): Promise<void> {
  await client.of(validatingAdmissionPolicies).create({
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [RULE] },
      matchConditions: [{ name: 'named', expression: `object.metadata.name.startsWith('${name}')` }],
      ...spec,
    },
  });
  await client
    .of(validatingAdmissionPolicyBindings)
    .create({ metadata: { name }, spec: { policyName: name, validationActions: ['Deny'], ...binding } });
}

/** What follows `denied request: ` in the refusal of a ConfigMap; `admitted` without one. */
async function outcome({ client }: Server, name: string, data: Record<string, string> = {}): Promise<string> {
  try {
    const maps = client.of(configMaps).namespace('default');
    await maps.create({ metadata: { name }, data }, { dryRun: true });
    return 'admitted';
  } catch (error) {
    assert.ok(error instanceof StatusError, String(error));
    return error.message.replace(/^.* denied request: /, '');
  }
}

describeWith(['ETCD'], 'admission policies on two servers', () => {
  let storage: TestStorage;
  let first: Server;
  let second: Server;
  let auditLog: string;

  before(async () => {
    storage = await createTestStorage('etcd');
    auditLog = join(storage.directory, 'audit.log');
    const auditPolicy = join(storage.directory, 'audit.yaml');
    await writeFile(auditPolicy, AUDIT);
    const start = (index: number, ...flags: readonly string[]): Promise<Server> =>
      startServer([...storage.flags, `--kubeconfig-out=${join(storage.directory, `kubeconfig-${index}`)}`, ...flags]);
    // The first one makes the certificates of both.
    first = await start(0, `--audit-policy-file=${auditPolicy}`, `--audit-log-path=${auditLog}`);
    second = await start(1);
  });
  after(async () => {
    await Promise.all([first.crash(), second.crash()]);
    await storage.remove();
  });

  it('take effect at once on the server of the binding, and soon on the other', async () => {
    await bind(first, 'at-once', { validations: [{ expression: 'false', message: 'no' }] });
    assert.equal(await outcome(first, 'at-once'), 'no');
    await eventually(async () => (await outcome(second, 'at-once')) === 'no');
    const policies = first.client.of(validatingAdmissionPolicies);
    await policies.patch('at-once', { type: 'merge', value: { spec: { validations: [{ expression: 'true' }] } } });
    assert.equal(await outcome(first, 'at-once'), 'admitted');
    await eventually(async () => (await outcome(second, 'at-once')) === 'admitted');
  });

  it('fail by their failure policy once the kind of their parameters is deleted', async () => {
    await first.client.of(customResourceDefinitions).create(definitionOf({ group: GROUP }));
    const widgets = first.client.of(namespacedIn(GROUP)).namespace('default');
    await widgets.create({ metadata: { name: 'limit' }, spec: { size: 3 } });
    await bind(
      first,
      'custom',
      {
        paramKind: { apiVersion: `${GROUP}/v1`, kind: 'Widget' },
        validations: [
          { expression: 'object.data.size() <= params.spec.size', messageExpression: 'string(params.kind)' },
        ],
      },
      { paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } },
    );
    const many = { a: '', b: '', c: '', d: '' };
    assert.equal(await outcome(first, 'custom', many), 'Widget');
    assert.equal(await outcome(first, 'custom', { a: '' }), 'admitted');
    await widgets.patch('limit', { type: 'merge', value: { spec: { size: 4 } } });
    assert.equal(await outcome(first, 'custom', many), 'admitted');
    await first.client.of(customResourceDefinitions).delete(`widgets.${GROUP}`);
    const missing = `failed to configure policy: failed to find resource referenced by paramKind: '${GROUP}/v1, Kind=Widget'`;
    for (const server of [first, second]) {
      await eventually(async () => (await outcome(server, 'custom')) === missing, missing);
    }
    const policies = first.client.of(validatingAdmissionPolicies);
    await policies.patch('custom', { type: 'merge', value: { spec: { failurePolicy: 'Ignore' } } });
    assert.equal(await outcome(first, 'custom', many), 'admitted');
  });

  it('bound the cost of expressions, and the server answers other requests meanwhile', async () => {
    const nested = 'object.data.all(a, object.data.all(b, object.data.all(c, a.size() + b.size() + c.size() > 0)))';
    await bind(first, 'costly', { validations: Array.from({ length: 16 }, () => ({ expression: nested })) });
    const data = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key-${index}`, 'value']));
    const writes = Promise.all(Array.from({ length: 2 }, () => outcome(first, 'costly', data)));
    assert.equal(await outcome(first, 'other'), 'admitted');
    for (const found of await writes) assert.match(found, /running out of cost budget|actual cost limit exceeded/);
    assert.match(await outcome(first, 'costly', { a: 'b' }), /^admitted$/);
  });

  it('write to the audit log', async () => {
    await bind(
      first,
      'audited',
      {
        validations: [{ expression: 'object.data.size() == 0', message: 'has data' }],
        auditAnnotations: [{ key: 'size', valueExpression: 'string(object.data.size())' }],
      },
      { validationActions: ['Audit'] },
    );
    assert.equal(await outcome(first, 'audited', { a: '' }), 'admitted');
    const annotations = async (): Promise<unknown> => {
      const lines = (await readFile(auditLog, 'utf8')).trim().split('\n');
      const events = lines.map((line) => JSON.parse(line) as { annotations?: Record<string, string> });
      return events.find(({ annotations: found = {} }) => 'audited/size' in found)?.annotations;
    };
    await eventually(async () => (await annotations()) !== undefined);
    const found = (await annotations()) as Record<string, string>;
    assert.equal(found['audited/size'], '1');
    assert.deepEqual(JSON.parse(found['validation.policy.admission.k8s.io/validation_failure'] ?? ''), [
      {
        message: 'has data',
        policy: 'audited',
        binding: 'audited',
        expressionIndex: 0,
        validationActions: ['Audit'],
      },
    ]);
  });
});
