import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  validatingWebhookConfigurationNames,
  validatingWebhookConfigurationSchema,
  type ValidatingWebhookConfiguration,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { WEBHOOK_COLUMNS } from './columns.js';
import type { ExpressionCompiler } from './compiler.js';
import { webhookStrategy } from './strategy.js';

/** Webhooks that refuse objects. */
export function validatingWebhookConfigurations(
  domain: Domain,
  compiler: ExpressionCompiler,
): ResourceDefinition<ValidatingWebhookConfiguration> {
  return {
    group: domain.group('admissionregistration'),
    versions: [{ name: 'v1', schema: validatingWebhookConfigurationSchema }],
    ...validatingWebhookConfigurationNames,
    verbs: ALL_VERBS,
    columns: WEBHOOK_COLUMNS,
    selectableFields: {},
    strategy: webhookStrategy(compiler),
    subresources: {},
  };
}
