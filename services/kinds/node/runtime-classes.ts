import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  runtimeClassNames,
  runtimeClassSchema,
  type RuntimeClass,
  type Scheduling,
} from '@pilothouse/apimachinery/generated/node/v1.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { validateLabels } from '@pilothouse/apimachinery/names/labels.js';
import {
  duplicate,
  eachError,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { labelWarning } from '../core/node-labels.js';
import { validateResources } from '../core/pod/amounts.js';
import { validateTolerations } from '../core/pod/validate-scheduling.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';

export function runtimeClasses(domain: Domain): ResourceDefinition<RuntimeClass> {
  return {
    group: domain.group('node'),
    versions: [{ name: 'v1', schema: runtimeClassSchema }],
    ...runtimeClassNames,
    verbs: ALL_VERBS,
    columns: columnsOf(textColumn('Handler', "Name of the runtime's configuration.", ({ handler }) => handler)),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      validate: (object, old) => [
        ...validateClass(object),
        ...(old === undefined ? [] : validateImmutable(object.handler, old.handler, 'handler')),
      ],
      errorOrder: { order: { '': ['metadata', 'handler', 'overhead', 'scheduling'] } },
      warnings: ({ scheduling: { nodeSelector = {} } = {} }) =>
        Object.keys(nodeSelector).flatMap((key) => [...labelWarning(key, 'scheduling.nodeSelector')]),
      createOnUpdate: true,
      updateNeedsVersion: true,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

/** Kubernetes' ValidateRuntimeClass. */
function validateClass({ handler, overhead, scheduling = {} }: RuntimeClass): FieldError[] {
  return [
    ...(handler === '' ? [required('handler')] : invalidEach('handler', handler, dnsLabel(handler))),
    ...validateResources({ limits: overhead?.podFixed ?? {} }, 'overhead'),
    ...validateScheduling(scheduling),
  ];
}

function validateScheduling({ nodeSelector = {}, tolerations = [] }: Scheduling): FieldError[] {
  const path = 'scheduling.tolerations';
  const seen = new Set<string>();
  const repeated = eachError(tolerations, (toleration, index) => {
    const identity = identityOf(toleration);
    if (seen.has(identity)) return [duplicate(keyPath(path, index), toleration)];
    seen.add(identity);
    return [];
  });
  return [
    ...validateLabels(nodeSelector, 'scheduling.nodeSelector'),
    ...validateTolerations(tolerations, path),
    ...repeated,
  ];
}

function identityOf({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return writeJson([key, operator, value, effect]);
}
