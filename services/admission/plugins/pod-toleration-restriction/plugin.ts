import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { podRule } from '../pods.js';
import { namespaceOf } from '../namespace-of.js';
import { clusterTolerations, namespaceTolerations } from './configuration.js';
import { isWhitelisted, withTolerations } from './tolerations.js';

/** Adds the tolerations of the namespace to new pods, and refuses pods with tolerations outside the whitelist. */
export const podTolerationRestriction = definePlugin({
  name: 'PodTolerationRestriction',
  isDefault: false,
  reads: [namespaces],
  create({ objects, configuration, domain }) {
    const cluster = clusterTolerations(configuration, domain);

    async function tolerationsOf(attributes: AdmissionAttributes) {
      const own = namespaceTolerations(await namespaceOf(attributes, objects));
      if (!own.ok) throw forbidden(attributes, own.problem);
      return own;
    }

    async function check(attributes: AdmissionAttributes, { spec: { tolerations = [] } }: Pod): Promise<void> {
      if (tolerations.length === 0) return;
      const { whitelist } = await tolerationsOf(attributes);
      if (isWhitelisted(tolerations, whitelist ?? cluster.whitelist)) return;
      const scope = whitelist === undefined ? 'cluster' : 'namespace';
      const which = 'pod tolerations (possibly merged with namespace default tolerations)';
      throw forbidden(attributes, `${which} conflict with its ${scope} whitelist`);
    }

    return {
      name: 'PodTolerationRestriction',
      rules: [podRule(['CREATE', 'UPDATE'])],
      async admit(attributes) {
        const { operation, object } = attributes;
        if (object === undefined) return undefined;
        // The rules match only pods.
        const pod = object as Pod;
        const isNew = operation === 'CREATE';
        const further = isNew ? ((await tolerationsOf(attributes)).defaults ?? cluster.defaults) : [];
        const changed = withTolerations(pod, further);
        await check(attributes, changed ?? pod);
        return changed;
      },
      async validate(attributes) {
        if (attributes.object !== undefined) await check(attributes, attributes.object as Pod);
      },
    };
  },
});
