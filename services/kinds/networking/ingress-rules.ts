import type {
  HTTPIngressPath,
  Ingress,
  IngressRule,
  IngressSpec,
  IngressTLS,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { parseAddress } from '@pilothouse/apimachinery/names/address.js';
import { dnsSubdomain, wildcardSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateBackend } from './ingress-backend.js';

/** Errors that an update may keep, since the stored Ingress has them already. */
interface Allowed {
  readonly secretNames: boolean;
  readonly wildcardRules: boolean;
}

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** Kubernetes' ValidateIngressCreate and ValidateIngressUpdate. */
export function validateIngress({ metadata, spec }: Ingress, old: Ingress | undefined): FieldError[] {
  const allowed = { secretNames: hasWrongSecretName(old), wildcardRules: hasWrongWildcardRule(old) };
  const errors = validateSpec(spec, allowed);
  const annotation = metadata.annotations?.[CLASS_ANNOTATION];
  const { ingressClassName } = spec;
  if (old !== undefined || annotation === undefined || ingressClassName === undefined) return errors;
  if (annotation === ingressClassName) return errors;
  const text = 'must match `ingressClassName` when both are specified';
  return [...errors, invalid(`annotations.${CLASS_ANNOTATION}`, annotation, text)];
}

/** Warns of the annotation that `spec.ingressClassName` replaces. */
export function classWarnings({ metadata, spec }: Ingress, old: Ingress | undefined): string[] {
  const isDeprecated = metadata.annotations?.[CLASS_ANNOTATION] !== undefined && spec.ingressClassName === undefined;
  if (old !== undefined || !isDeprecated) return [];
  return [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
}

/** Whether the annotation names a class. */
export function hasClassAnnotation({ metadata }: Ingress): boolean {
  return metadata.annotations?.[CLASS_ANNOTATION] !== undefined;
}

function validateSpec({ rules = [], tls = [], defaultBackend, ingressClassName }: IngressSpec, allowed: Allowed) {
  const errors: FieldError[] = [];
  if (rules.length === 0 && defaultBackend === undefined) {
    errors.push(invalid('spec', null, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend !== undefined) errors.push(...validateBackend(defaultBackend, 'spec.defaultBackend'));
  errors.push(...eachError(rules, (rule, index) => validateRule(rule, keyPath('spec.rules', index), allowed)));
  errors.push(...eachError(tls, (entry, index) => validateTls(entry, keyPath('spec.tls', index), allowed)));
  if (ingressClassName !== undefined) {
    const field = 'spec.ingressClassName';
    errors.push(...invalidEach(field, ingressClassName, dnsSubdomain(ingressClassName)));
  }
  return errors;
}

function validateRule({ host = '', http }: IngressRule, path: string, { wildcardRules }: Allowed): FieldError[] {
  const errors: FieldError[] = [];
  const field = fieldPath(path, 'host');
  if (host !== '') {
    if (parseAddress(host) !== undefined) errors.push(invalid(field, host, 'must be a DNS name, not an IP address'));
    errors.push(...validateHost(host, field));
  }
  if (http !== undefined && !(wildcardRules && host.includes('*'))) errors.push(...validateHttp(http.paths, path));
  return errors;
}

function validateHost(host: string, field: string): FieldError[] {
  const rule = host.includes('*') ? wildcardSubdomain : (name: string) => dnsSubdomain(name);
  return invalidEach(field, host, rule(host));
}

function validateHttp(paths: readonly HTTPIngressPath[], path: string): FieldError[] {
  const field = `${path}.http.paths`;
  if (paths.length === 0) return [required(field)];
  return eachError(paths, (entry, index) => validatePath(entry, keyPath(field, index)));
}

const PATH_TYPES: readonly string[] = ['Exact', 'ImplementationSpecific', 'Prefix'];
const WRONG_SEQUENCES = ['//', '/./', '/../', '%2f', '%2F'];
const WRONG_ENDINGS = ['/..', '/.'];

function validatePath({ path: value = '', pathType, backend }: HTTPIngressPath, path: string): FieldError[] {
  if (pathType === undefined) return [required(fieldPath(path, 'pathType'), 'pathType must be specified')];
  const field = fieldPath(path, 'path');
  const isKnown = PATH_TYPES.includes(pathType);
  const errors = isKnown ? [] : [notSupported(fieldPath(path, 'pathType'), pathType, PATH_TYPES)];
  const isOptional = pathType === 'ImplementationSpecific' && value === '';
  if (isKnown && !isOptional && !value.startsWith('/')) errors.push(invalid(field, value, 'must be an absolute path'));
  if (pathType === 'Exact' || pathType === 'Prefix') {
    for (const text of WRONG_SEQUENCES) {
      if (value.includes(text)) errors.push(invalid(field, value, `must not contain '${text}'`));
    }
    for (const text of WRONG_ENDINGS) {
      if (value.endsWith(text)) errors.push(invalid(field, value, `cannot end with '${text}'`));
    }
  }
  return [...errors, ...validateBackend(backend, fieldPath(path, 'backend'))];
}

function validateTls({ hosts = [], secretName = '' }: IngressTLS, path: string, { secretNames }: Allowed) {
  const field = fieldPath(path, 'secretName');
  return [
    ...eachError(hosts, (host, index) => validateHost(host, keyPath(fieldPath(path, 'hosts'), index))),
    ...(secretNames ? [] : invalidEach(field, secretName, secretNameProblems(secretName))),
  ];
}

function secretNameProblems(name: string): readonly string[] {
  return name === '' ? [] : dnsSubdomain(name);
}

function hasWrongSecretName(old: Ingress | undefined): boolean {
  return old?.spec.tls?.some(({ secretName = '' }) => secretNameProblems(secretName).length > 0) ?? false;
}

function hasWrongWildcardRule(old: Ingress | undefined): boolean {
  const isWrong = ({ host = '', http }: IngressRule): boolean =>
    host.includes('*') && http !== undefined && validateHttp(http.paths, '').length > 0;
  return old?.spec.rules?.some(isWrong) ?? false;
}
