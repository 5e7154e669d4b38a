import { controllerRevisionSchema, type ControllerRevision } from '@pilothouse/apimachinery/generated/apps/v1.js';
import { required } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf } from '../columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition.js';
import { subdomainName } from '../names.js';

export const controllerRevisions: ResourceDefinition<ControllerRevision> = {
  group: 'apps',
  versions: [{ name: 'v1', schema: controllerRevisionSchema }],
  resource: 'controllerrevisions',
  singular: 'controllerrevision',
  kind: 'ControllerRevision',
  shortNames: [],
  categories: [],
  scope: 'Namespaced',
  verbs: ALL_VERBS,
  columns: columnsOf(
    {
      name: 'Controller',
      type: 'string',
      description: 'The controller that keeps the state.',
      priority: 0,
      cell: controllerOf,
    },
    {
      name: 'Revision',
      type: 'string',
      description: 'Number of the state.',
      priority: 0,
      cell: ({ revision }) => revision,
    },
  ),
  selectableFields: {},
  strategy: {
    nameErrors: subdomainName,
    validate: ({ data }) => (data === undefined ? [required('data', 'data is mandatory')] : []),
    createOnUpdate: false,
    deleteReturns: 'status',
  },
  subresources: {},
};

/** Such as `daemonset.apps/web`; of the core group without the dot. */
function controllerOf({ metadata: { ownerReferences = [] } }: ControllerRevision): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const [group = '', version] = owner.apiVersion.split('/');
  const kind = version === undefined ? owner.kind : `${owner.kind}.${group}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}
