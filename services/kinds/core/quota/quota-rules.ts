import type {
  ResourceQuotaSpec,
  ScopedResourceSelectorRequirement,
  ScopeSelector,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { compareQuantities, parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  eachError,
  invalid,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { immutable } from '../../definition/immutable.js';
import { notNegativeQuantity } from '../../definition/numbers.js';
import { isExtended, isQuotaResource, resourceProblems, type Amounts } from '../pod/amounts.js';

const INTEGERS: ReadonlySet<string> = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);
const COMPUTE: ReadonlySet<string> = new Set(
  ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

/** Validates names and amounts of resources in a quota. */
export function validateQuotaAmounts(amounts: Amounts | undefined, path: string): FieldError[] {
  return eachError(Object.keys(amounts ?? {}).sort(), (name) => {
    const amount = amounts?.[name] ?? '0';
    const field = keyPath(path, name);
    const errors = invalidEach(field, name, resourceProblems(name));
    if (!name.includes('/') && !isQuotaResource(name)) {
      errors.push(invalid(field, name, 'must be a standard resource for quota'));
    }
    const { milli } = parseQuantity(amount);
    errors.push(...notNegativeQuantity(amount, field));
    const isInteger = milli % 1000n === 0n || !(INTEGERS.has(name) || isExtended(name));
    return isInteger ? errors : [...errors, invalid(field, amount, 'must be an integer')];
  });
}

/** Kubernetes' ValidateResourceQuotaSpec, and ValidateResourceQuotaUpdate if there is an old specification. */
export function validateQuotaSpec(spec: ResourceQuotaSpec, old: ResourceQuotaSpec | undefined): FieldError[] {
  const { hard, scopes = [], scopeSelector } = spec;
  const names = Object.keys(hard ?? {})
    .filter(isQuotaResource)
    .sort();
  const errors = [
    ...validateQuotaAmounts(hard, 'spec.hard'),
    ...validateScopes(scopes, names),
    ...(scopeSelector === undefined ? [] : validateSelector(scopeSelector, scopes, names)),
  ];
  const isSame = old === undefined || [...new Set(scopes)].sort().join() === [...new Set(old.scopes)].sort().join();
  return isSame ? errors : [...errors, immutable(SCOPES_FIELD, [...scopes])];
}

const SCOPES_FIELD = 'spec.scopes';
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
/** Scopes without values. */
const WITHOUT_VALUE: readonly string[] = [...CONFLICTS.flat(), 'CrossNamespacePodAffinity'];
const SCOPES: readonly string[] = [...WITHOUT_VALUE, 'PriorityClass', 'VolumeAttributesClass'];

/** Whether objects that count under the name can be within the scope. */
function canApply(scope: string, name: string): boolean {
  if (scope === 'BestEffort') return name === 'pods';
  if (scope === 'VolumeAttributesClass') return name === 'persistentvolumeclaims' || name === 'requests.storage';
  return !SCOPES.includes(scope) || name === 'pods' || COMPUTE.has(name);
}

function validateScopes(scopes: readonly string[], names: readonly string[]): FieldError[] {
  const wrong = (text: string): FieldError => invalid(SCOPES_FIELD, [...scopes], text);
  return [
    ...eachError(scopes, (scope) => [
      ...(SCOPES.includes(scope) ? [] : [wrong('unsupported scope')]),
      ...names.filter((name) => !canApply(scope, name)).map(() => wrong('unsupported scope applied to resource')),
    ]),
    ...conflicts(scopes).map(() => wrong('conflicting scopes')),
  ];
}

function conflicts(scopes: readonly string[]): readonly unknown[] {
  return CONFLICTS.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

const SELECTOR_FIELD = 'spec.scopeSelector.matchExpressions';
const ONLY_EXISTS =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function validateSelector(selector: ScopeSelector, scopes: readonly string[], names: readonly string[]): FieldError[] {
  const { matchExpressions = [] } = selector;
  return [
    ...eachError(matchExpressions, (requirement) => [
      ...(SCOPES.includes(requirement.scopeName)
        ? []
        : [invalid(`${SELECTOR_FIELD}.scopeName`, requirement.scopeName, 'unsupported scope')]),
      ...names
        .filter((name) => !canApply(requirement.scopeName, name))
        .map(() => invalid(SELECTOR_FIELD, selector, 'unsupported scope applied to resource')),
      ...validateRequirement(requirement),
    ]),
    ...conflicts(matchExpressions.map(({ scopeName }) => scopeName)).map(() =>
      invalid(SELECTOR_FIELD, scopes.length === 0 ? null : [...scopes], 'conflicting scopes'),
    ),
  ];
}

function validateRequirement({ scopeName, operator, values = [] }: ScopedResourceSelectorRequirement): FieldError[] {
  const [operatorField, valuesField] = [`${SELECTOR_FIELD}.operator`, `${SELECTOR_FIELD}.values`];
  const isWrong = WITHOUT_VALUE.includes(scopeName) && operator !== 'Exists';
  const errors = isWrong ? [invalid(operatorField, operator, ONLY_EXISTS)] : [];
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length > 0) return errors;
    const text = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    return [...errors, required(valuesField, text)];
  }
  if (operator !== 'Exists' && operator !== 'DoesNotExist') {
    return [...errors, invalid(operatorField, operator, 'not a valid selector operator')];
  }
  if (values.length === 0) return errors;
  const text = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
  return [...errors, invalid(valuesField, [...values], text)];
}

const COMPARED = ['cpu', 'memory', 'storage', 'ephemeral-storage'];

/** Warns of requests that may exceed the limits. */
export function quotaWarnings({ hard = {} }: ResourceQuotaSpec): string[] {
  return COMPARED.flatMap((name) => {
    const isShort = name === 'cpu' || name === 'memory';
    const request = [`requests.${name}`, ...(isShort ? [name] : [])].find((each) => hard[each] !== undefined) ?? '';
    const limit = `limits.${name}`;
    const [asked, most] = [hard[request], hard[limit]];
    if (asked === undefined || most === undefined) return [];
    if (compareQuantities(parseQuantity(asked), parseQuantity(most)) <= 0) return [];
    return [`ResourceQuota ${request} (${asked}) should be less than ${limit} (${most})`];
  });
}
