import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

const rule = { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] };

const webhook: JsonObject = {
  name: 'sample.example.com',
  clientConfig: { service: { namespace: 'default', name: 'sample', path: '/review' } },
  rules: [{ ...rule, apiGroups: ['samples.example.com'] }],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  matchConditions: [{ name: 'own', expression: 'request.name != "other"' }],
};

const matchConstraints: JsonObject = {
  resourceRules: [{ ...rule, apiGroups: ['samples.example.com'], resourceNames: ['sample'] }],
};

const paramKind: JsonObject = { apiVersion: 'v1', kind: 'ConfigMap' };
const paramRef: JsonObject = { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' };

const PARAM_KIND = ['PARAMKIND', 'v1/ConfigMap'] as const;
const PARAM_REF = ['PARAMREF', 'default/limits'] as const;

export const admissionregistrationSamples: Samples = {
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': {
    object: { webhooks: [webhook] },
    columns: [NAME, ['WEBHOOKS', '1'], SINCE],
    described: /^ +Reinvocation Policy: +Never$/m,
  },
  'validatingwebhookconfigurations.admissionregistration.k8s.io': {
    object: { webhooks: [webhook] },
    columns: [NAME, ['WEBHOOKS', '1'], SINCE],
    described: /^ +Timeout Seconds: +10$/m,
  },
  'validatingadmissionpolicies.admissionregistration.k8s.io': {
    object: {
      spec: {
        paramKind,
        matchConstraints,
        variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
        validations: [{ expression: 'variables.replicas <= 5', message: 'too many' }],
      },
    },
    columns: [NAME, ['VALIDATIONS', '1'], PARAM_KIND, SINCE],
    described: /^ +Failure Policy: +Fail$/m,
  },
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': {
    object: { spec: { policyName: 'other', paramRef, validationActions: ['Deny', 'Audit'] } },
    columns: [NAME, ['POLICYNAME', 'other'], PARAM_REF, SINCE],
    described: /^ +Parameter Not Found Action: +Deny$/m,
  },
  'mutatingadmissionpolicies.admissionregistration.k8s.io': {
    object: {
      spec: {
        paramKind,
        matchConstraints,
        reinvocationPolicy: 'Never',
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: { expression: '[JSONPatch{op: "add", path: "/metadata/labels/a", value: "b"}]' },
          },
        ],
      },
    },
    columns: [NAME, ['MUTATIONS', '1'], PARAM_KIND, SINCE],
    described: /^ +Patch Type: +JSONPatch$/m,
  },
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': {
    object: { spec: { policyName: 'other', paramRef } },
    columns: [NAME, ['POLICYNAME', 'other'], PARAM_REF, SINCE],
    described: /^ +Policy Name: +other$/m,
  },
};
