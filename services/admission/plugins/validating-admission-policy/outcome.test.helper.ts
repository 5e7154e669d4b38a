import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import type { Attributes, Decision } from '@pilothouse/kinds/definition/authorizer.js';
import type { Metric } from '@pilothouse/runtime/metrics/series.js';
import { testAttributes, testHost, type TestObjects } from '../../host.test.helper.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { validatingAdmissionPolicy } from './plugin.js';

const definitions = builtInResources(createDomain());
export const RULE = {
  operations: ['CREATE', 'UPDATE'],
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  resources: ['deployments'],
};
export const CONSTRAINTS = { resourceRules: [RULE], matchPolicy: 'Equivalent' };

/** The differences to a policy that limits replicas to 5, bound by `Deny`, and to a Deployment with 6. */
export interface Given {
  readonly policy?: JsonObject;
  readonly binding?: JsonObject;
  readonly stored?: TestObjects;
  readonly write?: Partial<AdmissionAttributes>;
  readonly authorize?: (attributes: Attributes) => Decision | Promise<Decision>;
}

export const DEPLOYMENT: JsonObject = {
  metadata: { name: 'web', namespace: 'x', labels: { tier: 'a' } },
  spec: { replicas: 6 },
};

const NAMESPACE = { metadata: { name: 'x', labels: { environment: 'test' } }, spec: {}, status: { phase: 'Active' } };

export interface Outcome {
  readonly error: StatusError | undefined;
  readonly warnings: readonly string[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly counts: readonly string[];
}

const policyOf = (spec: JsonObject, name = 'demo'): JsonObject => ({
  metadata: { name },
  spec: {
    matchConstraints: CONSTRAINTS,
    failurePolicy: 'Fail',
    validations: [{ expression: 'object.spec.replicas <= 5' }],
    ...spec,
  },
});
const bindingOf = (spec: JsonObject, name = 'demo-binding'): JsonObject => ({
  metadata: { name },
  spec: { policyName: 'demo', validationActions: ['Deny'], ...spec },
});

/** The outcome of the plugin for a write. */
export async function outcome({
  policy = {},
  binding = {},
  stored = {},
  write = {},
  authorize,
}: Given = {}): Promise<Outcome> {
  const metrics: Metric[] = [];
  const host = testHost({
    stored: {
      namespaces: [NAMESPACE],
      validatingadmissionpolicies: [policyOf(policy)],
      validatingadmissionpolicybindings: [bindingOf(binding)],
      ...stored,
    },
    addMetric: (metric) => void metrics.push(metric),
    kinds: {
      current: () => definitions,
      convert: (object, { to }) => ({ ...object, converted: to.version }),
      formOf: () => undefined,
    },
    ...(authorize && { authorizer: { authorize } }),
  });
  const plugin = await validatingAdmissionPolicy.create(host);
  const warnings: string[] = [];
  const annotations: Record<string, string> = {};
  const attributes = testAttributes({
    resource: { group: 'apps', version: 'v1', resource: 'deployments' },
    kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
    name: 'web',
    object: DEPLOYMENT,
    warn: (text) => void warnings.push(text),
    annotate: (key, value) => void (annotations[key] ??= typeof value === 'string' ? value : value()),
    ...write,
  });
  let error: StatusError | undefined;
  try {
    await plugin?.validate?.(attributes);
  } catch (caught) {
    assert.ok(caught instanceof StatusError, String(caught));
    error = caught;
  }
  return { error, warnings, annotations, counts: await countsIn(metrics) };
}

async function countsIn(metrics: readonly Metric[]): Promise<string[]> {
  const [checks] = metrics;
  return [...((await checks?.read()) ?? [])].map(({ labels, value }) => [...labels, Number(value)].join(' '));
}

export const DENIED =
  "deployments.apps \"web\" is forbidden: ValidatingAdmissionPolicy 'demo' with binding 'demo-binding' denied request: ";

/** The message of the refusal without its usual start; `admitted` without one. */
export async function message(given: Given): Promise<string> {
  const { error } = await outcome(given);
  return error === undefined ? 'admitted' : error.message.replace(DENIED, '');
}
