import { createHash } from 'node:crypto';
import {
  createOptionsSchema,
  deleteOptionsSchema,
  listOptionsSchema,
  patchOptionsSchema,
  updateOptionsSchema,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { Schema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { Verb } from '@pilothouse/kinds/definition/verb.js';
import type { Parameter } from './description.js';

/** A parameter of all operations. */
export const PRETTY: Parameter = {
  name: 'pretty',
  in: 'query',
  type: 'string',
  description: 'Whether the response is indented; browsers, curl and wget get indented text unless it is `false`.',
};

export const NAMESPACE: Parameter = {
  name: 'namespace',
  in: 'path',
  type: 'string',
  description: 'Namespace of the objects.',
};

/** What follows a proxy in the path of a request. */
export const REST_OF_PATH: Parameter = {
  name: 'path',
  in: 'path',
  type: 'string',
  description: 'Path at the destination.',
};

export function nameParameter(kind: string): Parameter {
  return { name: 'name', in: 'path', type: 'string', description: `Name of the ${kind}.` };
}

const SELECTION = [
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
  'timeoutSeconds',
];
const DELETION = ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'];

/** The query parameters of each verb, in addition to `pretty`. */
export const QUERY_PARAMETERS: Readonly<Record<Exclude<Verb, 'watch'>, readonly Parameter[]>> = {
  get: [],
  list: sorted(members(listOptionsSchema, ['allowWatchBookmarks', ...SELECTION, 'watch'])),
  create: sorted(members(createOptionsSchema, ['dryRun', 'fieldManager', 'fieldValidation'])),
  update: sorted(members(updateOptionsSchema, ['dryRun', 'fieldManager', 'fieldValidation'])),
  patch: sorted(members(patchOptionsSchema, ['dryRun', 'fieldManager', 'fieldValidation', 'force'])),
  delete: sorted(members(deleteOptionsSchema, DELETION)),
  deletecollection: sorted([...members(deleteOptionsSchema, DELETION), ...members(listOptionsSchema, SELECTION)]),
};

/** Old versions of kubectl look for these in operations and do not follow references. */
const IN_PLACE = ['dryRun', 'fieldValidation'];

/**
 * The names of parameters shared by many operations. As in Kubernetes, OpenAPI 2.0 has each of them once; inline, the
 * document would be twice as long.
 */
export const SHARED_NAMES: ReadonlyMap<Parameter, string> = new Map(
  [PRETTY, NAMESPACE, ...Object.values(QUERY_PARAMETERS).flat()]
    .filter(({ name }) => !IN_PLACE.includes(name))
    .map((parameter) => [parameter, sharedName(parameter)]),
);

function sharedName(parameter: Parameter): string {
  const digest = createHash('sha256').update(JSON.stringify(parameter)).digest('base64url');
  return `${parameter.name}-${digest.slice(0, 8)}`;
}

/** Fields of an options type, as query parameters. */
function members({ fields }: StructSchema, names: readonly string[]): Parameter[] {
  return fields
    .filter(({ name }) => names.includes(name))
    .map(({ name, description, schema }) => ({ name, in: 'query', type: queryType(schema()), description }));
}

/** Options of a connection, as query parameters. Kubernetes describes no times. */
export function optionParameters(type: StructSchema): Parameter[] {
  const described = type.fields.filter(({ number, schema }) => number !== 0 && schema().type !== 'time');
  const names = described.map(({ name }) => name);
  return sorted(members(type, names));
}

/** The type of a list's items: repetition is not expressible in Kubernetes' form of OpenAPI 2.0. */
function queryType(schema: Schema): Parameter['type'] {
  const { type } = schema.type === 'list' ? schema.items() : schema;
  return type === 'boolean' || type === 'integer' ? type : 'string';
}

function sorted(parameters: Parameter[]): Parameter[] {
  return parameters.sort((a, b) => (a.name < b.name ? -1 : 1));
}
