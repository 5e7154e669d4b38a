import { resolve } from 'node:path';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { readFields } from '../../plugin-configuration.js';
import { IMAGE_POLICY_CONFIGURATION, settingsOf } from './configuration.js';
import { reviewSpec, verdictIn, type ImageVerdict } from './review.js';
import { createVerdictCache } from './verdicts.js';

/** Asks a webhook about the images of pods. */
export const imagePolicyWebhook = definePlugin({
  name: 'ImagePolicyWebhook',
  isDefault: false,
  async create({ domain, configuration, now, signal, onError }) {
    if (configuration === undefined) throw new Error('no config specified');
    const settings = settingsOf(readFields(IMAGE_POLICY_CONFIGURATION, configuration));
    const kubeConfigFile = resolve(configuration.directory, settings.kubeConfigFile);
    const { connectBackend } = await import('./backend.js');
    const post = await connectBackend({ ...settings, kubeConfigFile, timing: systemTiming, signal, onError });
    const verdicts = createVerdictCache({ ...settings, now: () => now().getTime() });
    const policyDomain = domain.group('image-policy');
    const apiVersion = `${domain.group('imagepolicy')}/v1alpha1`;
    const prefix = `imagepolicywebhook.${policyDomain}/`;

    /** Undefined if the webhook fails and images are then admitted. */
    async function verdictOn(attributes: AdmissionAttributes): Promise<ImageVerdict | undefined> {
      const { namespace, subresource, object, annotate } = attributes;
      const spec = reviewSpec({ pod: object as Pod, namespace, subresource, domain: policyDomain });
      const question = JSON.stringify(spec);
      const known = verdicts.get(question);
      if (known !== undefined) return known;
      const review = {
        kind: 'ImageReview',
        apiVersion,
        metadata: { creationTimestamp: null },
        spec,
        status: { allowed: false },
      };
      try {
        const verdict = verdictIn(await post(review as unknown as JsonObject, attributes.signal), apiVersion);
        verdicts.set(question, verdict);
        return verdict;
      } catch (error) {
        attributes.signal.throwIfAborted();
        if (!settings.defaultAllow) throw forbidden(attributes, errorMessage(error));
        onError(error, 'the image policy webhook');
        annotate(`${prefix}failed-open`, 'true');
        return undefined;
      }
    }

    return {
      name: 'ImagePolicyWebhook',
      rules: [
        {
          operations: ['CREATE', 'UPDATE'],
          groups: [''],
          versions: ['*'],
          resources: ['pods', 'pods/ephemeralcontainers'],
        },
      ],
      async validate(attributes) {
        const verdict = await verdictOn(attributes);
        if (verdict === undefined) return;
        const { isAllowed, reason, auditAnnotations } = verdict;
        for (const [key, value] of Object.entries(auditAnnotations)) attributes.annotate(prefix + key, value);
        if (isAllowed) return;
        throw forbidden(
          attributes,
          reason === ''
            ? 'one or more images rejected by webhook backend'
            : `image policy webhook backend denied one or more images: ${reason}`,
        );
      },
    };
  },
});
