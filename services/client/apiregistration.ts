// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { APIService } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import type { ClusterType, PartType } from './resource-type.js';

/** APIService represents the server of a group version. Its name is the version, a dot and the group. */
export const apiServices: ClusterType<APIService, { readonly status: PartType }> = {
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  resource: 'apiservices',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};
