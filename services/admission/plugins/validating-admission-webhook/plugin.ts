import { validatingWebhookConfigurations } from '@pilothouse/client/admissionregistration.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { definePlugin } from '../../plugin.js';
import { validateByWebhooks } from '../../webhooks/validate.js';
import { createWebhooks, WEBHOOK_NEEDS, WEBHOOK_READS } from '../../webhooks/webhook-plugin.js';

/** Calls the webhooks of ValidatingWebhookConfigurations. */
export const validatingAdmissionWebhook = definePlugin({
  name: 'ValidatingAdmissionWebhook',
  isDefault: true,
  reads: [validatingWebhookConfigurations, ...WEBHOOK_READS],
  needs: WEBHOOK_NEEDS,
  async create(host) {
    const type = inDomain(validatingWebhookConfigurations, host.domain);
    const { dispatch } = await createWebhooks(type, 'validating', host);
    return {
      name: 'ValidatingAdmissionWebhook',
      validate: (attributes) =>
        dispatch(attributes, (candidates, options) => validateByWebhooks(candidates, attributes, options)),
    };
  },
});
