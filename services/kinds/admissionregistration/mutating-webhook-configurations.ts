import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  mutatingWebhookConfigurationNames,
  mutatingWebhookConfigurationSchema,
  type MutatingWebhookConfiguration,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { WEBHOOK_COLUMNS } from './columns.js';
import type { ExpressionCompiler } from './compiler.js';
import { webhookStrategy } from './strategy.js';

/** Webhooks that change objects. */
export function mutatingWebhookConfigurations(
  domain: Domain,
  compiler: ExpressionCompiler,
): ResourceDefinition<MutatingWebhookConfiguration> {
  return {
    group: domain.group('admissionregistration'),
    versions: [{ name: 'v1', schema: mutatingWebhookConfigurationSchema }],
    ...mutatingWebhookConfigurationNames,
    verbs: ALL_VERBS,
    columns: WEBHOOK_COLUMNS,
    selectableFields: {},
    strategy: webhookStrategy(compiler),
    subresources: {},
  };
}
