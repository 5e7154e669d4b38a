import type { Namespace, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { copyObject, isObject } from '@pilothouse/apimachinery/json/value.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin, type PluginConfiguration } from '../../plugin.js';
import { podRule } from '../pods.js';
import { mergedMap } from '../merged-map.js';
import { namespaceOf } from '../namespace-of.js';
import {
  ANNOTATION,
  conflictProblem,
  parseNodeLabels,
  selectorProblem,
  selectorsOf,
  type ClusterSelectors,
  type NamespaceSelectors,
  type NodeLabels,
} from './selectors.js';

/** Adds the node selector of the namespace to new pods, and refuses those that contradict it. */
export const podNodeSelector = definePlugin({
  name: 'PodNodeSelector',
  isDefault: false,
  reads: [namespaces],
  create({ objects, configuration }) {
    const configured = configuredSelectors(configuration);
    const annotated = keyed(({ metadata }: Namespace) => {
      const text = metadata.annotations?.[ANNOTATION];
      return text === undefined ? undefined : parseNodeLabels(text, `metadata.annotations[${ANNOTATION}]`);
    });

    async function selectors(attributes: AdmissionAttributes): Promise<NamespaceSelectors> {
      const own = annotated(await namespaceOf(attributes, objects));
      if (own?.ok === false) throw forbidden(attributes, own.problem);
      return selectorsOf(attributes.namespace, own?.labels, configured);
    }

    return {
      name: 'PodNodeSelector',
      rules: [podRule(['CREATE'])],
      async admit(attributes) {
        const { object } = attributes;
        if (object === undefined) return undefined;
        // The rules match only pods.
        const pod = object as Pod;
        const found = await selectors(attributes);
        const { nodeSelector: own = {} } = pod.spec;
        const conflict = conflictProblem(own, found);
        if (conflict !== undefined) throw forbidden(attributes, conflict);
        const nodeSelector = mergedMap(found.required, own);
        const problem = selectorProblem(nodeSelector, found);
        if (problem !== undefined) throw forbidden(attributes, problem);
        if (Object.keys(nodeSelector).length === Object.keys(own).length) return undefined;
        return Object.assign(copyObject(pod), { spec: Object.assign(copyObject(pod.spec), { nodeSelector }) });
      },
      async validate(attributes) {
        const { object } = attributes;
        if (object === undefined) return;
        const { nodeSelector = {} } = (object as Pod).spec;
        const problem = selectorProblem(nodeSelector, await selectors(attributes));
        if (problem !== undefined) throw forbidden(attributes, problem);
      },
    };
  },
});

/** Reads `podNodeSelectorPluginConfig`. Throws for selectors that cannot be parsed. */
function configuredSelectors(configuration: PluginConfiguration | undefined): ClusterSelectors {
  const found = new Map<string, NodeLabels>();
  if (configuration === undefined) return found;
  const { value, source } = configuration;
  const field = 'podNodeSelectorPluginConfig';
  const entries = value[field] ?? {};
  if (!isObject(entries)) throw new Error(`${source}: ${field} is not a map of node selectors`);
  for (const [name, text] of Object.entries(entries)) {
    const path = `${field}.${name}`;
    if (typeof text !== 'string') throw new Error(`${source}: ${path} is not a string`);
    const parsed = parseNodeLabels(text, path);
    if (!parsed.ok) throw new Error(`${source}: ${parsed.problem}`);
    found.set(name, parsed.labels);
  }
  return found;
}
