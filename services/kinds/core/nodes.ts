import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  nodeNames,
  nodeProxyOptionsSchema,
  nodeSchema,
  type Node,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { STATUS } from '../definition/reset.js';
import { subdomainName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';
import { nodeColumns } from './node-columns.js';
import { locateNode } from './node-locate.js';
import { optionsKind, proxied } from './proxied.js';
import { validateNode, validateNodeUpdate } from './node-rules.js';

export function nodes(domain: Domain): ResourceDefinition<Node> {
  return {
    group: '',
    versions: [{ name: 'v1', schema: nodeSchema }],
    ...nodeNames,
    verbs: ALL_VERBS,
    columns: nodeColumns(domain),
    selectableFields: { 'spec.unschedulable': { value: ({ spec }) => String(spec.unschedulable ?? false) } },
    strategy: {
      nameErrors: subdomainName,
      // A node may set its status on create.
      prepareForCreate(node) {
        normaliseSpec(node);
        normaliseStatus(node);
      },
      prepareForUpdate(node, old) {
        normaliseSpec(node);
        node.status = old.status;
      },
      resetFields: STATUS,
      validate: (node, old) => [...validateNode(node), ...(old === undefined ? [] : validateNodeUpdate(node, old))],
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {
      status: {
        ...statusPart,
        prepareForUpdate(node, old) {
          node.spec = old.spec;
          normaliseStatus(node);
        },
        validate: (node, old) => [...validateNode(node), ...validateNodeUpdate(node, old)],
      },
      proxy: { ...proxied, ...optionsKind('NodeProxyOptions', nodeProxyOptionsSchema), locate: locateNode },
    },
  };
}

/** `podCIDR` is the first of `podCIDRs`, and wins if they differ (Kubernetes' conversion of NodeSpec). */
function normaliseSpec({ spec }: Node): void {
  const { podCIDR = '', podCIDRs: [first] = [] } = spec;
  if (podCIDR !== '' && podCIDR !== first) spec.podCIDRs = [podCIDR];
  else if (first !== undefined) spec.podCIDR = first;
  delete spec.configSource;
}

function normaliseStatus({ status }: Node): void {
  if (status.capacity !== undefined) status.allocatable ??= copyObject(status.capacity) as Record<string, string>;
  delete status.config;
}
