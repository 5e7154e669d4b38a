import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { attempts, variants, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const API = '/apis/admissionregistration.k8s.io/v1';
const MUTATING = `${API}/mutatingwebhookconfigurations`;
const VALIDATING = `${API}/validatingwebhookconfigurations`;
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const RULE: JsonObject = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
/** A webhook that concerns only the namespace of the case. */
const HOOK: JsonObject = {
  name: 'a.example.com',
  clientConfig: { url: 'https://127.0.0.1:1/hook' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [RULE],
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '<ns>' } },
};
const SERVICE: JsonObject = { namespace: 'a', name: 'b' };
const CONFIGURATION: JsonObject = { metadata: { name: '<ns>-c' }, webhooks: [HOOK] };

const hook = (changes: JsonObject): Changes => ({ 'webhooks.0': { ...HOOK, ...changes } });
const rule = (changes: JsonObject): Changes => hook({ rules: [{ ...RULE, ...changes }] });
const client = (clientConfig: JsonObject): Changes => hook({ clientConfig });

/** What no configuration may have. */
const WRONG: readonly Changes[] = [
  { 'metadata.name': 'C_' },
  { 'webhooks.0': {} },
  hook({ name: 'a' }),
  hook({ name: '' }),
  hook({ name: 'A_.b.c' }),
  hook({ name: 'a.b' }),
  { webhooks: [HOOK, HOOK] },
  hook({ sideEffects: 'Some' }),
  hook({ sideEffects: 'Unknown' }),
  hook({ sideEffects: 'x' }),
  hook({ failurePolicy: 'x' }),
  hook({ matchPolicy: 'x' }),
  hook({ timeoutSeconds: 0 }),
  hook({ timeoutSeconds: 31 }),
  hook({ timeoutSeconds: -1 }),
  hook({ admissionReviewVersions: [] }),
  hook({ admissionReviewVersions: ['v2'] }),
  hook({ admissionReviewVersions: ['v1', 'v1', '1', 'v1beta1'] }),
  hook({ namespaceSelector: { matchLabels: { 'a b': 'c d' } } }),
  hook({ objectSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
  hook({ matchConditions: [{}] }),
  hook({ matchConditions: [{ name: 'a', expression: 'object.metadata' }] }),
  hook({ matchConditions: [{ name: 'a', expression: 'params.a == "b"' }] }),
  hook({
    matchConditions: [
      { name: 'a', expression: 'x' },
      { name: 'a', expression: 'true' },
    ],
  }),
  hook({ matchConditions: Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' })) }),
  rule({ operations: [] }),
  rule({ operations: ['*', 'CREATE'] }),
  rule({ operations: ['create'] }),
  rule({ apiGroups: [] }),
  rule({ apiGroups: ['*', 'apps'] }),
  rule({ apiVersions: [] }),
  rule({ apiVersions: ['', '*'] }),
  rule({ resources: [] }),
  rule({ resources: ['*/*', 'pods'] }),
  rule({ resources: ['pods/*', 'pods/status'] }),
  rule({ resources: ['*/scale', 'pods/scale', ''] }),
  rule({ scope: 'x' }),
  client({}),
  client({ url: 'https://127.0.0.1/', service: SERVICE }),
  client({ url: '' }),
  client({ url: 'http://127.0.0.1/' }),
  client({ url: 'https://' }),
  client({ url: 'https://user:word@127.0.0.1/' }),
  client({ url: 'https://127.0.0.1/?a=b' }),
  client({ url: 'https://127.0.0.1/#a' }),
  client({ url: 'https://a b/' }),
  client({ url: '127.0.0.1' }),
  client({ service: {} }),
  client({ service: { ...SERVICE, path: 'a' } }),
  client({ service: { ...SERVICE, path: '//a/b c/' } }),
  client({ service: { ...SERVICE, path: '/a//b' } }),
  client({ service: { ...SERVICE, port: 0 } }),
  client({ service: { ...SERVICE, port: 65_536 } }),
  client({ url: 'https://127.0.0.1/', caBundle: '!' }),
  client({ url: 'https://127.0.0.1/', caBundle: 'YQ==' }),
];

/** What a configuration becomes. */
const DEFAULTS: readonly Changes[] = [
  {},
  { webhooks: [] },
  hook({ rules: null, namespaceSelector: null }),
  hook({ failurePolicy: 'Ignore', matchPolicy: 'Exact', timeoutSeconds: 30, sideEffects: 'NoneOnDryRun' }),
  hook({ admissionReviewVersions: ['v2', 'v1beta1'] }),
  hook({ matchConditions: [{ name: 'a', expression: 'object.metadata.name == "b"' }] }),
  client({ service: SERVICE }),
  client({ service: { ...SERVICE, path: '/a/b', port: 8443 } }),
  rule({ scope: 'Namespaced', resources: ['*/*'] }),
];

/** Both kinds of configurations have the same life. */
function life(path: string, kind: string): readonly Step[] {
  const self = `${path}/<ns>-c`;
  return [
    create(path, CONFIGURATION),
    get(self, TABLE),
    patch(self, 'merge', { webhooks: [] }),
    update(self, CONFIGURATION),
    patch(self, 'strategic', { webhooks: [{ name: 'a.example.com', failurePolicy: 'Ignore' }] }),
    patch(self, 'strategic', {
      webhooks: [
        {
          name: 'b.example.com',
          clientConfig: { service: SERVICE },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    }),
    patch(self, 'strategic', { webhooks: [{ name: 'a.example.com', $patch: 'delete' }] }),
    patch(self, 'merge', { webhooks: [{ ...HOOK, sideEffects: 'Some' }] }),
    apply(self, 'ann', {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name: '<ns>-c' },
      webhooks: [{ ...HOOK, name: 'c.example.com' }],
    }),
    get(self, TABLE),
    get(`${self}/status`),
    remove(self),
    get(path, { as: 'unprivileged' }),
  ];
}

/** Webhook configurations. */
export const webhooks: readonly Case[] = [
  { name: 'ValidatingWebhookConfiguration: rules', steps: attempts(VALIDATING, CONFIGURATION, WRONG) },
  {
    name: 'MutatingWebhookConfiguration: rules',
    steps: attempts(MUTATING, CONFIGURATION, [...WRONG, hook({ reinvocationPolicy: 'x' })]),
  },
  {
    name: 'ValidatingWebhookConfiguration: defaults',
    steps: variants(VALIDATING, CONFIGURATION, 'webhooks', DEFAULTS),
  },
  {
    name: 'MutatingWebhookConfiguration: defaults',
    steps: variants(MUTATING, CONFIGURATION, 'webhooks', [...DEFAULTS, hook({ reinvocationPolicy: 'IfNeeded' })]),
  },
  { name: 'ValidatingWebhookConfiguration: life', steps: life(VALIDATING, 'ValidatingWebhookConfiguration') },
  { name: 'MutatingWebhookConfiguration: life', steps: life(MUTATING, 'MutatingWebhookConfiguration') },
];
