import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  PodSpec,
  ResourceFieldSelector,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { configMapKey } from '@pilothouse/apimachinery/names/config-key.js';
import { generateNameProblems } from '@pilothouse/apimachinery/names/generate-name.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import type { Problems } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notFoundValue,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateNoBacksteps } from './checks.js';
import { containersOf } from './containers.js';

/** Validates environment variables (Kubernetes' ValidateEnv). */
export function validateEnv(variables: readonly EnvVar[], path: string): FieldError[] {
  return eachError(variables, (variable, index) => {
    const field = keyPath(path, index);
    const { name, valueFrom } = variable;
    return [
      ...(name === '' ? [] : invalidEach(fieldPath(field, 'name'), name, variableName(name))),
      ...(valueFrom === undefined ? [] : validateSource(variable, valueFrom, fieldPath(field, 'valueFrom'))),
    ];
  });
}

export function validateEnvFrom(sources: readonly EnvFromSource[], path: string): FieldError[] {
  return eachError(sources, ({ prefix, configMapRef, secretRef }, index) => {
    const field = keyPath(path, index);
    const errors = prefix === undefined ? [] : invalidEach(fieldPath(field, 'prefix'), prefix, variableName(prefix));
    if (configMapRef !== undefined) errors.push(...named(configMapRef, fieldPath(field, 'configMapRef')));
    if (secretRef !== undefined) errors.push(...named(secretRef, fieldPath(field, 'secretRef')));
    const given = [configMapRef, secretRef].filter((each) => each !== undefined);
    if (given.length === 0) errors.push(invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`'));
    if (given.length > 1) errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
    return errors;
  });
}

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'] as const;

function validateSource({ value }: EnvVar, source: EnvVarSource, path: string): FieldError[] {
  const given = SOURCES.filter((name) => source[name] !== undefined);
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const errors: FieldError[] = [];
  if (fieldRef !== undefined) errors.push(...validateFieldRef(fieldRef, ENV_FIELDS, fieldPath(path, 'fieldRef')));
  if (resourceFieldRef !== undefined) {
    errors.push(...validateResourceFieldRef(resourceFieldRef, fieldPath(path, 'resourceFieldRef')));
  }
  if (configMapKeyRef !== undefined) errors.push(...validateKey(configMapKeyRef, fieldPath(path, 'configMapKeyRef')));
  if (secretKeyRef !== undefined) errors.push(...validateKey(secretKeyRef, fieldPath(path, 'secretKeyRef')));
  if (fileKeyRef !== undefined) errors.push(...validateFileKey(fileKeyRef, fieldPath(path, 'fileKeyRef')));
  if (given.length === 0) {
    const names = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    errors.push(invalid(path, '', `must specify one of: ${names}`));
  } else if (value !== undefined) {
    errors.push(invalid(path, '', 'may not be specified when `value` is not empty'));
  } else if (given.length > 1) {
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
  }
  return errors;
}

function validateKey(selector: { readonly name?: string; readonly key: string }, path: string): FieldError[] {
  const { key, name = '' } = selector;
  const problems = key === '' ? [] : configMapKey(key);
  return [
    ...invalidEach(fieldPath(path, 'name'), name, dnsSubdomain(name)),
    ...invalidEach(fieldPath(path, 'key'), key, problems),
  ];
}

function validateFileKey({ volumeName, path: file, key }: FileKeySelector, path: string): FieldError[] {
  return [
    ...(key === '' ? [] : invalidEach(fieldPath(path, 'key'), key, variableName(key))),
    ...(volumeName === '' ? [] : dnsLabel(volumeName)).map((text) =>
      invalid(fieldPath(path, 'volumeName'), volumeName, text),
    ),
    ...(file === '' ? [] : validateNoBacksteps(file, fieldPath(path, 'path'))),
  ];
}

/** An env file is in an emptyDir volume of the pod (validateFileKeyRefVolumes). */
export function validateEnvFiles(spec: PodSpec, path: string): FieldError[] {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]));
  return eachError(containersOf(spec, path), ({ container, path: place }) =>
    eachError(container.env ?? [], ({ valueFrom }, index) => {
      const volumeName = valueFrom?.fileKeyRef?.volumeName;
      if (volumeName === undefined) return [];
      const volume = volumes.get(volumeName);
      const field = fieldPath(keyPath(fieldPath(place, 'env'), index), 'valueFrom.fileKeyRef.volumeName');
      if (volume === undefined) return [notFoundValue(field, volumeName)];
      const text = 'referenced volume must be of type emptyDir';
      return volume.emptyDir === undefined ? [invalid(field, volumeName, text)] : [];
    }),
  );
}

function named({ name = '' }: { readonly name?: string }, path: string): FieldError[] {
  const field = fieldPath(path, 'name');
  if (name === '') return [required(field)];
  // Kubernetes validates it as a name prefix.
  return invalidEach(field, name, generateNameProblems(name, dnsSubdomain));
}

/** Validates the name of a variable, or a name prefix. */
function variableName(name: string): Problems {
  if (/^[ -<>-~]*$/.test(name)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** Pod fields for environment variables. */
const ENV_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** Pod fields for files. */
export const FILE_FIELDS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** Pod fields that only field selectors know. */
const OTHER_FIELDS = ['spec.restartPolicy', 'spec.schedulerName', 'status.phase'];

/** Validates a reference to a pod field in `fields`, or to a label or annotation by key. */
export function validateFieldRef(
  { apiVersion = '', fieldPath: wanted }: ObjectFieldSelector,
  fields: readonly string[],
  path: string,
): FieldError[] {
  const field = fieldPath(path, 'fieldPath');
  if (wanted === '') return [];
  const unknown = (problem: string): FieldError[] => [invalid(field, wanted, `error converting fieldPath: ${problem}`)];
  if (apiVersion !== 'v1') return unknown(`unsupported pod version: ${apiVersion}`);
  const [, parent, key] = /^(.*)\['(.*)'\]$/s.exec(wanted) ?? [];
  if (parent === undefined || key === undefined) {
    // The name before 1.0.
    const meant = wanted === 'spec.host' ? 'spec.nodeName' : wanted;
    if (fields.includes(meant)) return [];
    const isKnown = [...ENV_FIELDS, ...FILE_FIELDS, ...OTHER_FIELDS].includes(meant);
    return isKnown ? [notSupported(field, meant, fields)] : unknown(`field label not supported: ${wanted}`);
  }
  if (parent !== 'metadata.labels' && parent !== 'metadata.annotations') {
    return unknown(`field label does not support subscript: ${wanted}`);
  }
  const name = parent === 'metadata.annotations' ? key.toLowerCase() : key;
  return invalidEach(field, name, qualifiedName(name));
}

const RESOURCES = ['limits.cpu', 'limits.ephemeral-storage', 'limits.memory'];
const RESOURCE_FIELDS = [...RESOURCES, ...RESOURCES.map((name) => name.replace('limits', 'requests'))];
const DIVISORS: Readonly<Record<string, readonly string[]>> = {
  cpu: ['1m', '1'],
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
  const list = name === 'cpu' ? allowed.join(' and ') : allowed.join(', ');
  const what = { 'ephemeral-storage': 'local ephemeral storage' }[name] ?? (isHugePages ? 'hugepages' : name);
  const text = `only divisor's values ${list} are supported with the ${what} resource`;
  // Kubernetes shows the resource in place of the divisor.
  return [invalid(fieldPath(path, 'divisor'), resource, text)];
}
