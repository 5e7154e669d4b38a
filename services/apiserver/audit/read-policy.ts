import { policySchema, type Policy, type PolicyRule } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { compileDecoder, DecodeError, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import {
  fieldErrorText,
  fieldPath,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { STAGES } from './level.js';

/**
 * The policy in a file's text, YAML or JSON. Throws an Error with all problems. Unlike Kubernetes, unknown fields are
 * errors: a misspelt field would make its rule match more than intended.
 */
export function readPolicy(text: string, domain: Domain): Policy {
  const { value, duplicates } = parseYaml(text);
  if (!isObject(value)) throw new Error('an audit policy must be an object');
  const apiVersion = `${domain.group('audit')}/v1`;
  if (value['apiVersion'] !== apiVersion || value['kind'] !== 'Policy') {
    throw new Error(`an audit policy must have the apiVersion ${JSON.stringify(apiVersion)} and the kind "Policy"`);
  }
  const { value: decoded, unknown } = decoding(() => compileDecoder(policySchema)(value));
  const policy = decoded as Policy;
  const problems = [
    ...duplicates.map((path) => `${path}: duplicate key`),
    ...unknown.map((path) => `${path}: unknown field`),
    ...[...compileValidator(policySchema)(decoded), ...policyErrors(policy)].map(fieldErrorText),
  ];
  if (problems.length > 0) throw new Error(problems.join('; '));
  return policy;
}

function decoding(decode: () => Decoded): Decoded {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) throw new Error(`${error.path}: ${error.message}`, { cause: error });
    throw error;
  }
}

function policyErrors({ omitStages = [], rules }: Policy): FieldError[] {
  return [
    ...stageErrors(omitStages, 'omitStages'),
    ...rules.flatMap((rule, index) => ruleErrors(rule, keyPath('rules', index))),
  ];
}

function stageErrors(stages: readonly string[], path: string): FieldError[] {
  return stages.flatMap((stage, index) =>
    STAGES.some((known) => known === stage)
      ? []
      : [invalid(keyPath(path, index), stage, `allowed stages are ${STAGES.join(',')}`)],
  );
}

function ruleErrors(rule: PolicyRule, path: string): FieldError[] {
  const { nonResourceURLs = [], resources = [], namespaces = [], omitStages = [] } = rule;
  const urlsPath = fieldPath(path, 'nonResourceURLs');
  const errors = nonResourceURLs.flatMap((url, index) => urlErrors(url, keyPath(urlsPath, index)));
  for (const [index, { group = '', resources: names = [], resourceNames = [] }] of resources.entries()) {
    const itemPath = keyPath(fieldPath(path, 'resources'), index);
    const problems = group === '' || group === '*' ? [] : dnsSubdomain(group);
    if (problems.length > 0) errors.push(invalid(fieldPath(itemPath, 'group'), group, problems.join(',')));
    if (resourceNames.length > 0 && names.length === 0) {
      const detail = 'using resourceNames requires at least one resource';
      errors.push(invalid(fieldPath(itemPath, 'resourceNames'), resourceNames, detail));
    }
  }
  errors.push(...stageErrors(omitStages, fieldPath(path, 'omitStages')));
  if (nonResourceURLs.length > 0 && resources.length + namespaces.length > 0) {
    const detail = 'rules cannot apply to both regular resources and non-resource URLs';
    errors.push(invalid(urlsPath, nonResourceURLs, detail));
  }
  return errors;
}

function urlErrors(url: string, path: string): FieldError[] {
  if (url === '*') return [];
  const errors: FieldError[] = [];
  if (!url.startsWith('/')) {
    errors.push(invalid(path, url, "non-resource URL rules must begin with a '/' character"));
  }
  if (url.slice(0, -1).includes('*')) {
    errors.push(invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule"));
  }
  return errors;
}
