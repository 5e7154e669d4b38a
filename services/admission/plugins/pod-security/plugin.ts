import { namespaces, pods } from '@pilothouse/client/core.js';
import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import { definePlugin } from '../../plugin.js';
import { readConfiguration } from '../../plugin-configuration.js';
import { POD_SECURITY_CONFIGURATION } from './configuration.js';
import { createContext } from './context.js';
import { createPodSecurityCounts, POD_SECURITY_METRICS } from './metrics.js';
import { validateNamespace } from './namespaces.js';
import { validatePod, validateTemplate, type NamespaceOf } from './pods.js';
import { TEMPLATE_RESOURCES, type TemplateResource } from './templates.js';

/** Namespaces, pods with the subresources that change their spec, and whatever contains a template. */
const RULES: readonly AdmissionRule[] = [
  ['', 'namespaces'],
  ['', 'pods'],
  ['', 'pods/ephemeralcontainers'],
  ['', 'pods/resize'],
  ...TEMPLATE_RESOURCES.map(({ group, resource }) => [group, resource] as const),
].map(([group = '', resource = '']) => ({
  operations: ['CREATE', 'UPDATE'],
  groups: [group],
  versions: ['*'],
  resources: [resource],
}));

/**
 * The Pod Security Standards: the labels of a namespace say which pods it admits, and about which ones the client is warned.
 */
export const podSecurity = definePlugin({
  name: 'PodSecurity',
  isDefault: true,
  reads: [namespaces, pods],
  metrics: Object.values(POD_SECURITY_METRICS),
  create({ domain, objects, now, configuration, addMetric }) {
    const counts = createPodSecurityCounts();
    for (const metric of counts.metrics) addMetric(metric);
    const context = createContext({
      domain,
      counts,
      configuration:
        configuration === undefined ? {} : readConfiguration(POD_SECURITY_CONFIGURATION, configuration, domain),
    });
    // A namespace that another server has just made may be missing in the cache.
    const namespaceOf: NamespaceOf = ({ namespace: name, signal }) => {
      const live = () => objects.get(namespaces, { name, signal, live: true });
      const cached = objects.get(namespaces, { name, signal });
      return cached instanceof Promise ? cached.then((found) => found ?? live()) : (cached ?? live());
    };
    const templates = new Map<string, TemplateResource>(TEMPLATE_RESOURCES.map((each) => [keyOf(each), each]));
    return {
      name: 'PodSecurity',
      rules: RULES,
      validate(attributes) {
        const { group, resource } = attributes.resource;
        const template = templates.get(keyOf({ group, resource }));
        if (template !== undefined) return validateTemplate(context, namespaceOf, attributes, template);
        if (resource === 'pods') return validatePod(context, namespaceOf, attributes);
        const podsIn = (namespace: string, signal: AbortSignal) =>
          objects.list(pods, { namespace, signal, once: true });
        return validateNamespace({ context, podsIn, clock: () => now().getTime() }, attributes);
      },
    };
  },
});

function keyOf({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return `${resource}.${group}`;
}
