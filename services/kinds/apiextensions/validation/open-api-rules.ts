import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, forbidden, notSupported } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../../definition/findings.js';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Whether the type is one of OpenAPI v3, or absent. */
export function hasValidType({ type = '' }: JSONSchemaProps): boolean {
  return type === '' || TYPES.includes(type);
}

export interface OpenApiOptions {
  readonly requireValidTypes: boolean;
  /** The reason why defaults are forbidden; undefined if they are allowed. */
  readonly noDefaults: string | undefined;
  /** The schema is within kind, apiVersion or metadata. */
  readonly isInMetadata: boolean;
}

/** Members that Kubernetes refuses in every schema. */
const REFUSED: readonly (readonly [
  name: keyof JSONSchemaProps,
  isRefused: (schema: JSONSchemaProps, options: OpenApiOptions) => boolean,
  text: string,
])[] = [
  ['id', isSet('id'), 'id is not supported'],
  ['additionalItems', isSet('additionalItems'), 'additionalItems is not supported'],
  ['patternProperties', isSet('patternProperties'), 'patternProperties is not supported'],
  ['definitions', isSet('definitions'), 'definitions is not supported'],
  ['dependencies', isSet('dependencies'), 'dependencies is not supported'],
  ['$ref', isSet('$ref'), '$ref is not supported'],
  ['type', ({ type }) => type === 'null', 'type cannot be set to null, use nullable as an alternative'],
  ['items', ({ items }) => Array.isArray(items) && items.length > 0, 'items must be a schema object and not an array'],
  [
    'x-kubernetes-embedded-resource',
    (schema, { isInMetadata }) => isInMetadata && schema['x-kubernetes-embedded-resource'] === true,
    'must not be used inside of resource meta',
  ],
  [
    'uniqueItems',
    ({ uniqueItems }) => uniqueItems === true,
    'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
  ],
];

function isSet(name: keyof JSONSchemaProps): (schema: JSONSchemaProps) => boolean {
  return (schema) => schema[name] !== undefined;
}

/** Validates members of OpenAPI that Kubernetes refuses. */
export function checkOpenApi(schema: JSONSchemaProps, path: string, options: OpenApiOptions, findings: Findings): void {
  const { requireValidTypes, noDefaults } = options;
  if (requireValidTypes && !hasValidType(schema)) {
    findings.add(notSupported(fieldPath(path, 'type'), schema.type ?? '', TYPES));
  }
  if (schema.default !== undefined && noDefaults !== undefined) {
    findings.add(forbidden(fieldPath(path, 'default'), `must not be set ${noDefaults}`));
  }
  for (const [name, isRefused, text] of REFUSED) {
    if (isRefused(schema, options)) findings.add(forbidden(fieldPath(path, name), text));
  }
}
