// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type {
  DeviceClass,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import type { DeviceTaintRule } from '@pilothouse/apimachinery/generated/resource/v1beta2.js';
import type { ClusterType, NamespacedType, PartType } from './resource-type.js';

/** DeviceClass is a category of devices that requests of ResourceClaims can name: selectors of devices, and their configuration. Administrators create them. */
export const deviceClasses: ClusterType<DeviceClass> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'DeviceClass',
  resource: 'deviceclasses',
  scope: 'Cluster',
};

/** DeviceTaintRule adds a taint to all devices that its selector matches, as if their driver had set it. */
export const deviceTaintRules: ClusterType<DeviceTaintRule, { readonly status: PartType }> = {
  group: 'resource.k8s.io',
  version: 'v1beta2',
  kind: 'DeviceTaintRule',
  resource: 'devicetaintrules',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};

/** ResourceClaim is a request for devices, such as accelerators, and tracks their allocation. */
export const resourceClaims: NamespacedType<ResourceClaim, { readonly status: PartType }> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaim',
  resource: 'resourceclaims',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** ResourceClaimTemplate is a template of ResourceClaims. A pod that names it gets a ResourceClaim of its own. */
export const resourceClaimTemplates: NamespacedType<ResourceClaimTemplate> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaimTemplate',
  resource: 'resourceclaimtemplates',
  scope: 'Namespaced',
};

/** ResourceSlice is a part of a pool of devices of one driver. Drivers publish them. */
export const resourceSlices: ClusterType<ResourceSlice> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceSlice',
  resource: 'resourceslices',
  scope: 'Cluster',
};
