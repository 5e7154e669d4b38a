import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { podRule } from '../pods.js';
import { hasNewImage, otherPolicies, pullingAlways } from './pull-policies.js';

/**
 * Sets the pull policy `Always`, so that a pod can use only images that it may pull. An update without new images is not
 * changed.
 */
export const alwaysPullImages = definePlugin({
  name: 'AlwaysPullImages',
  isDefault: false,
  create: () => ({
    name: 'AlwaysPullImages',
    rules: [podRule(['CREATE', 'UPDATE'])],
    admit(attributes) {
      const pod = concernedPod(attributes);
      return pod && pullingAlways(pod);
    },
    validate(attributes) {
      const pod = concernedPod(attributes);
      const errors = pod === undefined ? [] : otherPolicies(pod);
      if (errors.length > 0) throw forbidden(attributes, errors.map(fieldErrorText).join(', '));
    },
  }),
});

/** The pod, unless it is updated without new images. The rules match only pods. */
function concernedPod({ object, old }: AdmissionAttributes): Pod | undefined {
  if (object === undefined) return undefined;
  const pod = object as Pod;
  return old === undefined || hasNewImage(pod, old as Pod) ? pod : undefined;
}
