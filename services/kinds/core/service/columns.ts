import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { columnsOf, textColumn, wideColumn } from '../../definition/columns.js';
import type { Column } from '../../definition/definition.js';
import { labelsText } from '../pod/template-columns.js';

/** The columns of kubectl's table of services. */
export const serviceColumns: readonly Column<Service>[] = [
  ...columnsOf<Service>(
    textColumn('Type', 'How the service is exposed.', ({ spec }) => spec.type ?? ''),
    textColumn('Cluster-IP', 'First IP address in the cluster.', ({ spec }) => spec.clusterIPs?.[0] ?? '<none>'),
    textColumn('External-IP', 'Addresses or names outside of the cluster.', externalText),
    textColumn('Port(s)', 'Ports, with their node ports and protocols.', portsText),
  ),
  wideColumn('Selector', 'Labels of the pods of the service.', ({ spec }) => labelsText(spec.selector)),
];

/** Kubernetes' getServiceExternalIP. */
function externalText({ spec, status }: Service): string {
  const { type, externalIPs = [], externalName = '' } = spec;
  if (type === 'ExternalName') return externalName;
  if (type !== 'LoadBalancer') return externalIPs.length > 0 ? externalIPs.join(',') : '<none>';
  const points = (status.loadBalancer.ingress ?? []).map(({ ip = '', hostname = '' }) => (ip === '' ? hostname : ip));
  const all = [...[...new Set(points.filter((point) => point !== ''))].sort(), ...externalIPs];
  return all.length > 0 ? all.join(',') : '<pending>';
}

function portsText({ spec: { ports = [] } }: Service): string {
  if (ports.length === 0) return '<none>';
  return ports
    .map(({ port, nodePort = 0, protocol }) => `${port}${nodePort === 0 ? '' : `:${nodePort}`}/${protocol}`)
    .join(',');
}
