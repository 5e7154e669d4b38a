import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { componentStatuses } from './component-statuses.js';
import { configMaps } from './config-maps.js';
import { endpoints } from './endpoints.js';
import { events, type EventOptions } from './events.js';
import { limitRanges } from './limit-ranges.js';
import { namespaces } from './namespaces.js';
import { nodes } from './nodes.js';
import { persistentVolumeClaims } from './persistent-volume-claims.js';
import { persistentVolumes } from './persistent-volumes.js';
import { pods } from './pods.js';
import { podTemplates } from './pod-templates.js';
import { replicationControllers } from './replication-controllers.js';
import { resourceQuotas } from './resource-quotas.js';
import { secrets } from './secrets.js';
import { serviceAccounts } from './service-accounts.js';
import { services } from './services.js';

/** The kinds of the core group. */
export function coreKinds(domain: Domain, options: EventOptions): readonly ResourceDefinition[] {
  return [
    componentStatuses,
    configMaps,
    endpoints,
    events(options),
    limitRanges,
    namespaces(domain),
    nodes(domain),
    persistentVolumeClaims,
    persistentVolumes,
    pods,
    podTemplates,
    replicationControllers,
    resourceQuotas,
    secrets(domain),
    serviceAccounts(domain),
    services,
  ];
}
