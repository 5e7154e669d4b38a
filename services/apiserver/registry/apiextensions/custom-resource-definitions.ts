import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  customResourceDefinitionSchema,
  type CustomResourceDefinition,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { DEFAULT_COLUMNS } from '../columns.js';
import { countGeneration } from '../count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition.js';
import { STATUS } from '../fields/reset.js';
import { subdomainName } from '../names.js';
import { statusPart } from '../status-part.js';
import { beginDeletion, setCondition } from './condition.js';
import { addStorageVersion, setDefaults } from './defaults.js';

/** The definitions of custom resources. What they define is served by others. */
export function customResourceDefinitions(domain: Domain): ResourceDefinition<CustomResourceDefinition> {
  return {
    group: domain.group('apiextensions'),
    versions: [{ name: 'v1', schema: customResourceDefinitionSchema }],
    resource: 'customresourcedefinitions',
    singular: 'customresourcedefinition',
    kind: 'CustomResourceDefinition',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    scope: 'Cluster',
    verbs: ALL_VERBS,
    columns: DEFAULT_COLUMNS,
    selectableFields: {},
    setDefaults,
    strategy: {
      nameErrors: subdomainName,
      prepareForCreate(object) {
        object.metadata.generation = 1;
        object.status = { conditions: [], acceptedNames: { plural: '', kind: '' }, storedVersions: [] };
        addStorageVersion(object);
        establish(object);
      },
      prepareForUpdate(object, old) {
        object.status = { ...old.status, storedVersions: [...old.status.storedVersions] };
        countGeneration(object, old, !deepEqual(object.spec, old.spec));
        addStorageVersion(object);
      },
      errorForm: { rulesSayAll: true },
      resetFields: STATUS,
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'object',
      allowsBareFinalizers: true,
      termination: { begin: beginDeletion, isFinished: () => true },
    },
    subresources: { status: statusPart },
  };
}

function establish(definition: CustomResourceDefinition): void {
  const now = new Date();
  definition.status.acceptedNames = { ...definition.spec.names };
  const names = { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  setCondition(definition, names, now);
  const established = {
    type: 'Established',
    status: 'True',
    reason: 'InitialNamesAccepted',
    message: 'the initial names have been accepted',
  };
  setCondition(definition, established, now);
}
