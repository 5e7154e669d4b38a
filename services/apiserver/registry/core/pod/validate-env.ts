import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { configMapKey } from '@pilothouse/apimachinery/names/config-key.js';
import { formatMessage, type Problems } from '@pilothouse/apimachinery/names/messages.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** What is wrong with environment variables (Kubernetes' ValidateEnv). */
export function validateEnv(variables: readonly EnvVar[], path: string): FieldError[] {
  return eachError(variables, (variable, index) => {
    const field = keyPath(path, index);
    const { name, valueFrom } = variable;
    return [
      ...(name === '' ? [] : variableName(name).map((text) => invalid(fieldPath(field, 'name'), name, text))),
      ...(valueFrom === undefined ? [] : validateSource(variable, valueFrom, fieldPath(field, 'valueFrom'))),
    ];
  });
}

export function validateEnvFrom(sources: readonly EnvFromSource[], path: string): FieldError[] {
  return eachError(sources, ({ prefix, configMapRef, secretRef }, index) => {
    const field = keyPath(path, index);
    const errors =
      prefix === undefined ? [] : variableName(prefix).map((text) => invalid(fieldPath(field, 'prefix'), prefix, text));
    if (configMapRef !== undefined) errors.push(...named(configMapRef, fieldPath(field, 'configMapRef')));
    if (secretRef !== undefined) errors.push(...named(secretRef, fieldPath(field, 'secretRef')));
    const given = [configMapRef, secretRef].filter((each) => each !== undefined);
    if (given.length === 0) errors.push(invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`'));
    if (given.length > 1) errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
    return errors;
  });
}

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'] as const;

function validateSource({ value }: EnvVar, source: EnvVarSource, path: string): FieldError[] {
  const given = SOURCES.filter((name) => source[name] !== undefined);
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  const errors: FieldError[] = [];
  if (fieldRef !== undefined) errors.push(...validateFieldRef(fieldRef, ENV_FIELDS, fieldPath(path, 'fieldRef')));
  if (resourceFieldRef !== undefined) {
    errors.push(...validateResourceFieldRef(resourceFieldRef, fieldPath(path, 'resourceFieldRef')));
  }
  if (configMapKeyRef !== undefined) errors.push(...validateKey(configMapKeyRef, fieldPath(path, 'configMapKeyRef')));
  if (secretKeyRef !== undefined) errors.push(...validateKey(secretKeyRef, fieldPath(path, 'secretKeyRef')));
  if (given.length === 0) {
    const names = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`';
    errors.push(invalid(path, '', `must specify one of: ${names}`));
  } else if (value !== undefined) {
    errors.push(invalid(path, '', 'may not be specified when `value` is not empty'));
  } else if (given.length > 1) {
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
  }
  return errors;
}

function validateKey(selector: { readonly name?: string; readonly key: string }, path: string): FieldError[] {
  const { key } = selector;
  const problems = key === '' ? [] : configMapKey(key);
  return [...named(selector, path), ...problems.map((text) => invalid(fieldPath(path, 'key'), key, text))];
}

function named({ name = '' }: { readonly name?: string }, path: string): FieldError[] {
  return name === '' ? [required(fieldPath(path, 'name'))] : [];
}

const NAME_MESSAGE = formatMessage({
  rule: "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  examples: ['my.env-name', 'MY_ENV.NAME', 'MyEnvName1'],
  regex: '[-._a-zA-Z][-._a-zA-Z0-9]*',
});

function variableName(name: string): Problems {
  const problems = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name) ? [] : [NAME_MESSAGE];
  if (name === '.' || name === '..') return [...problems, `must not be '${name}'`];
  return name.startsWith('..') ? [...problems, "must not start with '..'"] : problems;
}

/** Fields of a pod that variables can have. */
const ENV_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.podIP',
  'status.podIPs',
];

/** Fields of a pod that files can have. */
export const FILE_FIELDS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** What is wrong with a field of a pod that is one of `fields`, or a label or an annotation by its key. */
export function validateFieldRef(
  { apiVersion, fieldPath: wanted }: ObjectFieldSelector,
  fields: readonly string[],
  path: string,
): FieldError[] {
  const field = fieldPath(path, 'fieldPath');
  if (wanted === '') return [];
  if (apiVersion !== 'v1') {
    const text = `error converting fieldPath: field label does not support version ${JSON.stringify(apiVersion ?? '')}`;
    return [invalid(field, wanted, text)];
  }
  if (fields.includes(wanted) || /^metadata\.(?:labels|annotations)\['[^']+'\]$/.test(wanted)) return [];
  return [notSupported(field, wanted, fields)];
}

const RESOURCES = ['limits.cpu', 'limits.ephemeral-storage', 'limits.memory'];
const RESOURCE_FIELDS = [...RESOURCES, ...RESOURCES.map((name) => name.replace('limits', 'requests'))];
const DIVISORS: Readonly<Record<string, readonly string[]>> = {
  cpu: ['1', '1m'],
  memory: ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'],
};

export function validateResourceFieldRef({ resource, divisor }: ResourceFieldSelector, path: string): FieldError[] {
  if (resource === '') return [];
  const [, name = ''] = resource.split('.', 2);
  const isHugePages = name.startsWith('hugepages-');
  if (!RESOURCE_FIELDS.includes(resource) && !isHugePages) {
    return [notSupported(fieldPath(path, 'resource'), resource, RESOURCE_FIELDS)];
  }
  const allowed = DIVISORS[name] ?? DIVISORS['memory'] ?? [];
  if (parseQuantity(divisor).milli === 0n || allowed.includes(divisor)) return [];
  return [
    invalid(
      fieldPath(path, 'divisor'),
      divisor,
      `only divisor's values ${allowed.join(', ')} are supported with the ${name} resource`,
    ),
  ];
}
