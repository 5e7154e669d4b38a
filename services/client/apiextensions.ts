// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { ClusterType, PartType } from './resource-type.js';

/** CustomResourceDefinition adds a resource to the API. Its name is `<spec.names.plural>.<spec.group>`. */
export const customResourceDefinitions: ClusterType<CustomResourceDefinition, { readonly status: PartType }> = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};
