import {
  controllerRevisionNames,
  controllerRevisionSchema,
  type ControllerRevision,
} from '@pilothouse/apimachinery/generated/apps/v1.js';
import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';

export const controllerRevisions: ResourceDefinition<ControllerRevision> = {
  group: 'apps',
  versions: [{ name: 'v1', schema: controllerRevisionSchema }],
  ...controllerRevisionNames,
  verbs: ALL_VERBS,
  columns: columnsOf(
    textColumn('Controller', 'The controller that keeps the state.', controllerOf),
    textColumn('Revision', 'Number of the state.', ({ revision }) => revision),
  ),
  selectableFields: {},
  strategy: {
    nameErrors: subdomainName,
    validate: ({ data }, old) => (old === undefined ? validateData(data) : []),
    createOnUpdate: false,
    deleteReturns: 'status',
  },
  subresources: {},
};

/** Validates the type of the data. The schema makes it immutable. */
function validateData(data: JsonValue | undefined): FieldError[] {
  if (data === undefined) return [required('data', 'data is mandatory')];
  return isObject(data) ? [] : [required('data', 'data must be a valid JSON object')];
}

/** For example `daemonset.apps/web`; without the group for the core group. */
function controllerOf({ metadata: { ownerReferences = [] } }: ControllerRevision): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const [group = '', version] = owner.apiVersion.split('/');
  const kind = version === undefined ? owner.kind : `${owner.kind}.${group}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}
