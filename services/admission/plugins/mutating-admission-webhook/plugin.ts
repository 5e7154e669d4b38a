import { mutatingWebhookConfigurations } from '@pilothouse/client/admissionregistration.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { definePlugin } from '../../plugin.js';
import { mutateByWebhooks } from '../../webhooks/mutate.js';
import { createReinvocations } from '../../reinvocation.js';
import { createWebhooks, WEBHOOK_NEEDS, WEBHOOK_READS } from '../../webhooks/webhook-plugin.js';

/** Calls the webhooks of MutatingWebhookConfigurations. */
export const mutatingAdmissionWebhook = definePlugin({
  name: 'MutatingAdmissionWebhook',
  isDefault: true,
  reads: [mutatingWebhookConfigurations, ...WEBHOOK_READS],
  needs: WEBHOOK_NEEDS,
  async create(host) {
    const { dispatch } = await createWebhooks(inDomain(mutatingWebhookConfigurations, host.domain), 'admit', host);
    const reinvocations = createReinvocations();
    return {
      name: 'MutatingAdmissionWebhook',
      admit: (attributes) =>
        dispatch(attributes, (candidates, options) => mutateByWebhooks(candidates, attributes, reinvocations, options)),
    };
  },
});
