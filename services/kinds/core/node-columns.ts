import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Node } from '@pilothouse/apimachinery/generated/core/v1.js';
import { AGE_COLUMN, NAME_COLUMN, textColumn, wideColumn } from '../definition/columns.js';
import type { Column } from '../definition/definition.js';

export function nodeColumns(domain: Domain): readonly Column<Node>[] {
  const rolePrefix = `node-role.${domain.key('')}`;
  const roleLabel = domain.key('role');
  return [
    NAME_COLUMN,
    textColumn('Status', 'Whether the node is ready, and takes new pods.', statusOf),
    textColumn('Roles', 'What the node is there for, as its labels say.', (node) =>
      rolesOf(node, rolePrefix, roleLabel),
    ),
    AGE_COLUMN,
    textColumn('Version', "Version of the node's agent.", ({ status }) => status.nodeInfo.kubeletVersion),
    wideColumn('Internal-IP', 'First address inside of the cluster.', (node) => addressOf(node, 'InternalIP')),
    wideColumn('External-IP', 'First address outside of the cluster.', (node) => addressOf(node, 'ExternalIP')),
    wideColumn('OS-Image', 'Operating system.', ({ status }) => status.nodeInfo.osImage || '<unknown>'),
    wideColumn(
      'Kernel-Version',
      'Version of the kernel.',
      ({ status }) => status.nodeInfo.kernelVersion || '<unknown>',
    ),
    wideColumn(
      'Container-Runtime',
      'Name and version of the container runtime.',
      ({ status }) => status.nodeInfo.containerRuntimeVersion || '<unknown>',
    ),
  ];
}

function statusOf({ spec, status: { conditions = [] } }: Node): string {
  const ready = conditions.findLast(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec.unschedulable === true ? `${state},SchedulingDisabled` : state;
}

/** From labels such as `node-role.kubernetes.io/<role>`, and the value of the label `kubernetes.io/role`. */
function rolesOf({ metadata: { labels = {} } }: Node, prefix: string, label: string): string {
  const roles = Object.entries(labels).map(([key, value]) => {
    if (key.startsWith(prefix)) return key.slice(prefix.length);
    return key === label ? value : '';
  });
  const named = new Set(roles.filter((role) => role !== ''));
  return named.size === 0 ? '<none>' : [...named].sort().join(',');
}

function addressOf({ status: { addresses = [] } }: Node, type: string): string {
  return addresses.find((address) => address.type === type)?.address ?? '<none>';
}
