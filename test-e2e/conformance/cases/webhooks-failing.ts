import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { create, patch, remove } from './steps.js';

const API = '/apis/admissionregistration.k8s.io/v1';
const MUTATING = `${API}/mutatingwebhookconfigurations`;
const VALIDATING = `${API}/validatingwebhookconfigurations`;
const MAPS = '/api/v1/namespaces/<ns>/configmaps';
const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
/** A webhook that concerns only the namespace of the case. No server listens at its address. */
const HOOK: JsonObject = {
  name: 'a.example.com',
  clientConfig: { url: 'https://127.0.0.1:1/hook' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '<ns>' } },
};

/** Webhooks that do not answer, and match conditions that fail. */
export const failingWebhooks: readonly Case[] = [VALIDATING, MUTATING].map((path): Case => ({
  name: `webhooks that cannot be reached: ${path === MUTATING ? 'mutating' : 'validating'}`,
  steps: [
    create(
      path,
      {
        metadata: { name: '<ns>-c' },
        webhooks: [
          { ...HOOK, name: 'ignored.example.com', failurePolicy: 'Ignore' },
          {
            ...HOOK,
            name: 'selected.example.com',
            objectSelector: { matchLabels: { hook: 'yes' } },
          },
          {
            ...HOOK,
            name: 'service.example.com',
            objectSelector: { matchLabels: { service: 'yes' } },
            clientConfig: { service: { namespace: '<ns>', name: 'none' } },
          },
          {
            ...HOOK,
            name: 'condition.example.com',
            matchConditions: [
              { name: 'named', expression: 'object.metadata.name.startsWith("condition")' },
              { name: 'fails', expression: 'object.data.nothing == "a"' },
            ],
          },
          {
            ...HOOK,
            name: 'effects.example.com',
            objectSelector: { matchLabels: { effects: 'yes' } },
            matchConditions: [{ name: 'named', expression: 'object.metadata.name == "never"' }],
          },
        ],
      },
      { only: ['kind'] },
    ),
    create(
      MAPS,
      { metadata: { name: 'a', labels: { hook: 'yes' } } },
      { query: { dryRun: 'All' }, until: { status: 500 }, ...ONLY },
    ),
    create(MAPS, { metadata: { name: 'a', labels: { hook: 'yes' } } }, ONLY),
    create(MAPS, { metadata: { name: 'a', labels: { service: 'yes' } } }, ONLY),
    create(MAPS, { metadata: { name: 'condition' } }, ONLY),
    create(MAPS, { metadata: { name: 'a', labels: { effects: 'yes' } } }, ONLY),
    create(MAPS, { metadata: { name: 'a' } }, ONLY),
    patch(`${MAPS}/a`, 'merge', { metadata: { labels: { hook: 'yes' } } }, ONLY),
    remove(`${path}/<ns>-c`, undefined, { only: ['kind', 'status'] }),
  ],
}));
