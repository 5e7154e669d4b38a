import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  flowSchemaNames,
  flowSchemaSchema,
  type FlowSchema,
  type FlowSchemaSpec,
} from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, NAME_COLUMN, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';
import { validateConditions } from './conditions.js';
import { MANDATORY_FLOW_SCHEMAS } from './mandatory.js';
import { validateRules } from './rules.js';
import { specAndStatusStrategy } from '../definition/status-strategy.js';

const MAX_PRECEDENCE = 10_000;
const DISTINGUISHER_METHODS = ['ByNamespace', 'ByUser'];

export function flowSchemas(domain: Domain): ResourceDefinition<FlowSchema> {
  return {
    group: domain.group('flowcontrol.apiserver'),
    versions: [{ name: 'v1', schema: flowSchemaSchema }],
    ...flowSchemaNames,
    verbs: ALL_VERBS,
    columns: [
      NAME_COLUMN,
      textColumn(
        'PriorityLevel',
        'Name of the priority level of the requests.',
        ({ spec }) => spec.priorityLevelConfiguration.name,
      ),
      textColumn(
        'MatchingPrecedence',
        'Order of FlowSchemas; the lowest value wins.',
        ({ spec }) => spec.matchingPrecedence,
      ),
      textColumn(
        'DistinguisherMethod',
        'How requests are divided into flows.',
        ({ spec }) => spec.distinguisherMethod?.type ?? '<none>',
      ),
      AGE_COLUMN,
      textColumn(
        'MissingPL',
        'Whether the priority level is missing.',
        ({ status: { conditions = [] } }) => conditions.find(({ type }) => type === 'Dangling')?.status ?? '?',
      ),
    ],
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      ...specAndStatusStrategy<FlowSchema>({}),
      validate: ({ metadata, spec }) => [
        ...validateSpec(spec, metadata.name),
        ...validateMandatory(spec, metadata.name),
      ],
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {
      status: { ...statusPart, validate: ({ status }) => validateConditions(status.conditions) },
    },
  };
}

function validateSpec(spec: FlowSchemaSpec, name: string | undefined): FieldError[] {
  const method = spec.distinguisherMethod?.type;
  return [
    ...validatePrecedence(spec.matchingPrecedence, name),
    ...(method === undefined || DISTINGUISHER_METHODS.includes(method)
      ? []
      : [notSupported('spec.distinguisherMethod.type', { Type: method }, DISTINGUISHER_METHODS)]),
    ...validateReference(spec.priorityLevelConfiguration.name),
    ...eachError(spec.rules ?? [], (rule, index) => validateRules(rule, keyPath('spec.rules', index))),
  ];
}

function validatePrecedence(precedence: number, name: string | undefined): FieldError[] {
  const error = (text: string): FieldError[] => [invalid('spec.matchingPrecedence', precedence, text)];
  if (precedence <= 0) return error('must be a positive value');
  if (precedence > MAX_PRECEDENCE) return error(`must not be greater than ${MAX_PRECEDENCE}`);
  if (precedence === 1 && name !== 'exempt')
    return error("only the schema named 'exempt' may have matchingPrecedence 1");
  return [];
}

function validateReference(name: string): FieldError[] {
  const field = 'spec.priorityLevelConfiguration.name';
  if (name === '') return [required(field, 'must reference a priority level')];
  return invalidEach(field, name, dnsSubdomain(name));
}

function validateMandatory(spec: FlowSchemaSpec, name: string | undefined): FieldError[] {
  const mandatory = MANDATORY_FLOW_SCHEMAS.find(({ metadata }) => metadata.name === name);
  if (mandatory === undefined || deepEqual(spec, mandatory.spec)) return [];
  return [invalid('spec', spec, `spec of '${name}' must equal the fixed value`)];
}
