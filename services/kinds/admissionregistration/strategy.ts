import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { countGeneration } from '../definition/count-generation.js';
import type { Strategy } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import type { ExpressionCompiler } from './compiler.js';
import { webhookErrors, type Webhook } from './webhook-rules.js';

/** What the strategies of all kinds of admission have in common. */
export const COMMON = {
  nameErrors: subdomainName,
  createOnUpdate: false,
  updateNeedsVersion: true,
  deleteReturns: 'status',
} satisfies Partial<Strategy>;

type WithWebhooks = JsonObject & { metadata: ObjectMeta; webhooks?: Webhook[] };

/** The rules of both webhook configurations. The generation counts changes of the webhooks. */
export function webhookStrategy(compiler: ExpressionCompiler): Strategy<WithWebhooks> {
  return {
    ...COMMON,
    prepareForCreate({ metadata }) {
      metadata.generation = 1;
    },
    prepareForUpdate(object, old) {
      countGeneration(object, old, !deepEqual(object.webhooks ?? [], old.webhooks ?? []));
    },
    async ready({ webhooks = [] }) {
      if (webhooks.some(({ matchConditions = [] }) => matchConditions.length > 0)) await compiler.load();
    },
    errorOrder: { rulesReportAll: true },
    validate: ({ webhooks = [] }, old) => webhookErrors(webhooks, old && (old.webhooks ?? []), compiler),
  };
}
