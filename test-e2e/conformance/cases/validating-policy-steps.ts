import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Step } from '../case.js';
import { create, remove } from './steps.js';

const API = '/apis/admissionregistration.k8s.io/v1';
export const POLICIES = `${API}/validatingadmissionpolicies`;
export const BINDINGS = `${API}/validatingadmissionpolicybindings`;
export const MAPS = '/api/v1/namespaces/<ns>/configmaps';
/** The compared part of a response. */
export const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
/** A dry run, of which errors are compared. */
export const DRY = { query: { dryRun: 'All' }, ...ONLY };
/** Policies of a case concern only its namespace. */
const HERE = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '<ns>' } } };
/** The rule of policies that name no other. */
export const RULE: JsonObject = {
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: ['configmaps'],
};

/** A ConfigMap. */
export const map = (name: string, data: JsonObject = {}): JsonObject => ({ metadata: { name }, data });

/** A policy and its binding, both with this name. */
export function policy(name: string, spec: JsonObject, binding: JsonObject = {}): readonly Step[] {
  const { matchConstraints, ...rest } = spec;
  return [
    create(
      POLICIES,
      {
        metadata: { name: `<ns>-${name}` },
        spec: {
          matchConstraints: { ...HERE, resourceRules: [RULE], ...(matchConstraints as JsonObject | undefined) },
          ...rest,
        },
      },
      ONLY,
    ),
    create(
      BINDINGS,
      {
        metadata: { name: `<ns>-${name}` },
        spec: { policyName: `<ns>-${name}`, validationActions: ['Deny'], ...binding },
      },
      ONLY,
    ),
  ];
}

/** Deletes policies of these names, with their bindings. */
export const without = (...names: string[]): readonly Step[] =>
  names.flatMap((name) => [
    remove(`${BINDINGS}/<ns>-${name}`, undefined, { only: ['status'] }),
    remove(`${POLICIES}/<ns>-${name}`, undefined, { only: ['status'] }),
  ]);

/** Waits until the server applies the policies that were created before: a policy that refuses a name is the last of them. */
export const settled: readonly Step[] = [
  ...policy('marker', { validations: [{ expression: 'object.metadata.name != "marker"' }] }),
  create(MAPS, map('marker'), { query: { dryRun: 'All' }, until: { status: 422 }, only: ['reason'] }),
];

/** Waits until the server no longer applies the policies that were deleted before. */
export const gone: Step = create(MAPS, map('gone'), {
  query: { dryRun: 'All' },
  until: { status: 201 },
  only: ['kind'],
});

/** The part of a policy with one validation. */
export const validation = (expression: string, rest: JsonObject = {}): JsonObject => ({
  validations: [{ expression, ...rest }],
});
