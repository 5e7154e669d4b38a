import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { admissionregistrationKinds } from './admissionregistration/index.js';
import type { StaticNameOptions } from './admissionregistration/static-names.js';
import type { DefinitionOptions } from './apiextensions/custom-resource-definitions.js';
import { apiextensionsKinds } from './apiextensions/index.js';
import type { ApiServiceOptions } from './apiregistration/api-services.js';
import { apiregistrationKinds } from './apiregistration/index.js';
import { appsKinds } from './apps/index.js';
import { tokenReviews } from './authentication/token-reviews.js';
import { accessReviews } from './authorization/access-reviews.js';
import { autoscalingKinds } from './autoscaling/index.js';
import { batchKinds } from './batch/index.js';
import { certificatesKinds } from './certificates/index.js';
import { coordinationKinds } from './coordination/index.js';
import { bindings } from './core/bindings.js';
import type { EventOptions } from './core/events.js';
import { coreKinds } from './core/index.js';
import type { ResourceDefinition, VirtualResource } from './definition/definition.js';
import { discoveryKinds } from './discovery/index.js';
import { eventsKinds } from './events/index.js';
import { networkingKinds } from './networking/index.js';
import { flowcontrolKinds } from './flowcontrol/index.js';
import { nodeKinds } from './node/index.js';
import { policyKinds } from './policy/index.js';
import { rbacKinds } from './rbac/index.js';
import { resourceKinds, type DeviceOptions } from './resource/index.js';
import { schedulingKinds } from './scheduling/index.js';
import { storageKinds } from './storage/index.js';
import { storagemigrationKinds } from './storagemigration/index.js';

/** Options of the built-in resources. */
export type CatalogOptions = EventOptions & DefinitionOptions & ApiServiceOptions & DeviceOptions & StaticNameOptions;

/** All built-in resources, in the order of discovery. Each group's `index.ts` lists its kinds. */
export function builtInResources(domain: Domain, options: CatalogOptions = {}): readonly ResourceDefinition[] {
  return [
    ...coreKinds(domain, options),
    ...eventsKinds(domain, options),
    ...apiextensionsKinds(domain, options),
    ...apiregistrationKinds(domain, options),
    ...appsKinds(),
    ...autoscalingKinds(),
    ...batchKinds(),
    ...schedulingKinds(domain),
    ...storageKinds(domain),
    ...storagemigrationKinds(domain),
    ...certificatesKinds(domain, options),
    ...coordinationKinds(domain),
    ...discoveryKinds(domain),
    ...networkingKinds(domain),
    ...nodeKinds(domain),
    ...policyKinds(),
    ...rbacKinds(domain),
    ...resourceKinds(domain, options),
    ...flowcontrolKinds(domain),
    ...admissionregistrationKinds(domain, options),
  ];
}

/** All virtual resources, which discovery lists after the others. */
export function virtualResources(domain: Domain): readonly VirtualResource[] {
  return [bindings, ...accessReviews(domain), tokenReviews(domain)];
}
