import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  customResourceDefinitionNames,
  customResourceDefinitionSchema,
  type CustomResourceDefinition,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { cpuTime } from '@pilothouse/cel/evaluate/cpu-time.js';
import { DEFAULT_COLUMNS } from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { STATUS } from '../definition/reset.js';
import { subdomainName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';
import { beginDeletion } from './deletion.js';
import { addStorageVersion, setDefaults } from './defaults.js';
import { createDefinitionParts, type DefinitionParts } from './parts.js';
import { ruleChecks } from './rules.js';
import { statusOf } from './status.js';
import { validateDefinition, validateStatus } from './validation/definition.js';
import { formatWarnings } from './warnings.js';

export interface DefinitionOptions {
  /** State shared with the custom kinds. By default this kind has its own. */
  readonly definitionParts?: DefinitionParts;
  readonly now?: () => Date;
}

/** CustomResourceDefinitions. The custom kinds are served elsewhere. */
export function customResourceDefinitions(
  domain: Domain,
  { definitionParts = createDefinitionParts(), now = () => new Date() }: DefinitionOptions = {},
): ResourceDefinition<CustomResourceDefinition> {
  const { acceptedNames, rules } = definitionParts;
  const checks = ruleChecks(rules, cpuTime);
  const deps = { compilePattern: rules.compilePattern, rules: checks };
  return {
    group: domain.group('apiextensions'),
    versions: [{ name: 'v1', schema: customResourceDefinitionSchema }],
    ...customResourceDefinitionNames,
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
        object.status = statusOf(object, acceptedNames, now());
      },
      prepareForUpdate(object, old) {
        object.status = { ...old.status, storedVersions: [...old.status.storedVersions] };
        countGeneration(object, old, !deepEqual(object.spec, old.spec));
        addStorageVersion(object);
        object.status = statusOf(object, acceptedNames, now());
      },
      ready: checks.prepare,
      errorOrder: { rulesReportAll: true },
      validate: (object, old) => validateDefinition(object, old, deps),
      warnings: formatWarnings,
      resetFields: STATUS,
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'object',
      allowsBareFinalizers: true,
      termination: { begin: beginDeletion, isFinished: () => true },
    },
    subresources: { status: { ...statusPart, validate: validateStatus } },
  };
}
