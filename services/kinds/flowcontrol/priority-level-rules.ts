import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import {
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateRange } from '../definition/numbers.js';
import { MANDATORY_PRIORITY_LEVELS } from './mandatory.js';

const MAX_QUEUES = 10_000_000;
/** Bits of the hash from which shuffle sharding deals a hand of queues. */
const MAX_HASH_BITS = 60;
/** Kubernetes' annotation for objects of v1beta3. v1 cannot have it. */
const ZERO_SHARES_ANNOTATION = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** The errors of a PriorityLevelConfiguration, in Kubernetes' order and words. */
export function validatePriorityLevel({ metadata, spec }: PriorityLevelConfiguration): FieldError[] {
  const { annotations = {}, name = '' } = metadata;
  return [
    ...(Object.hasOwn(annotations, ZERO_SHARES_ANNOTATION)
      ? [forbidden('metadata.annotations', `annotation '${ZERO_SHARES_ANNOTATION}' is forbidden`)]
      : []),
    ...validateSpec(spec, name),
    ...validateMandatory(spec, name),
  ];
}

function validateSpec(spec: PriorityLevelConfigurationSpec, name: string): FieldError[] {
  const isMisnamed = (name === 'exempt') !== (spec.type === 'Exempt');
  return [
    ...(isMisnamed ? [invalid('spec.type', spec.type, "must be 'Exempt' if and only if `name` is 'exempt'")] : []),
    ...validateType(spec),
  ];
}

function validateType({ type, limited, exempt }: PriorityLevelConfigurationSpec): FieldError[] {
  switch (type) {
    case 'Exempt':
      return [
        ...(limited === undefined ? [] : [forbidden('spec.limited', 'must be nil if the type is not Limited')]),
        ...(exempt === undefined ? [] : validateExempt(exempt)),
      ];
    case 'Limited':
      return [
        ...(exempt === undefined ? [] : [forbidden('spec.exempt', 'must be nil if the type is Limited')]),
        ...(limited === undefined
          ? [required('spec.limited', 'must not be empty when type is Limited')]
          : validateLimited(limited)),
      ];
    default:
      return [notSupported('spec.type', type, ['Exempt', 'Limited'])];
  }
}

function validateExempt({ nominalConcurrencyShares, lendablePercent }: ExemptPriorityLevelConfiguration): FieldError[] {
  return [...validateShares(nominalConcurrencyShares, 'spec.exempt'), ...validateLent(lendablePercent, 'spec.exempt')];
}

function validateLimited(limited: LimitedPriorityLevelConfiguration): FieldError[] {
  const { borrowingLimitPercent: borrowed } = limited;
  const text = 'if specified, must be a non-negative integer';
  return [
    ...validateShares(limited.nominalConcurrencyShares, 'spec.limited'),
    ...validateResponse(limited.limitResponse),
    ...validateLent(limited.lendablePercent, 'spec.limited'),
    ...(borrowed !== undefined && borrowed < 0 ? [invalid('spec.limited.borrowingLimitPercent', borrowed, text)] : []),
  ];
}

function validateShares(shares: number | undefined, parent: string): FieldError[] {
  if (shares === undefined || shares >= 0) return [];
  return [invalid(`${parent}.nominalConcurrencyShares`, shares, 'must be a non-negative integer')];
}

function validateLent(percent: number | undefined, parent: string): FieldError[] {
  return validateRange(percent, [0, 100], `${parent}.lendablePercent`);
}

function validateResponse({ type, queuing }: LimitResponse): FieldError[] {
  const field = 'spec.limited.limitResponse';
  switch (type) {
    case 'Reject':
      if (queuing === undefined) return [];
      return [forbidden(`${field}.queuing`, 'must be nil if limited.limitResponse.type is not Limited')];
    case 'Queue':
      if (queuing !== undefined) return validateQueuing(queuing, `${field}.queuing`);
      return [required(`${field}.queuing`, 'must not be empty if limited.limitResponse.type is Limited')];
    default:
      return [notSupported(`${field}.type`, type, ['Queue', 'Reject'])];
  }
}

function validateQueuing({ queues, handSize, queueLengthLimit }: QueuingConfiguration, field: string): FieldError[] {
  const length =
    queueLengthLimit > 0 ? [] : [invalid(`${field}.queueLengthLimit`, queueLengthLimit, 'must be positive')];
  const queuesText = queues > MAX_QUEUES ? `must not be greater than ${MAX_QUEUES}` : positiveProblem(queues);
  const handText = positiveProblem(handSize) ?? handProblem(queues, handSize);
  return [
    ...length,
    ...(queuesText === undefined ? [] : [invalid(`${field}.queues`, queues, queuesText)]),
    ...(handText === undefined ? [] : [invalid(`${field}.handSize`, handSize, handText)]),
  ];
}

function positiveProblem(count: number): string | undefined {
  return count > 0 ? undefined : 'must be positive';
}

/** A hand is a part of the deck, and is dealt from one hash. */
function handProblem(queues: number, handSize: number): string | undefined {
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  if (Math.ceil(Math.log2(queues) * handSize) <= MAX_HASH_BITS) return undefined;
  const entropy = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
  return `${entropy} should not be greater than ${MAX_HASH_BITS}`;
}

/** Mandatory levels are fixed, except for the settings of the exempt one. */
function validateMandatory(spec: PriorityLevelConfigurationSpec, name: string): FieldError[] {
  const mandatory = MANDATORY_PRIORITY_LEVELS.find(({ metadata }) => metadata.name === name);
  if (mandatory === undefined) return [];
  if (name === 'exempt') {
    const { exempt: _exempt, ...fixed } = spec;
    if (deepEqual(fixed, { type: 'Exempt' })) return [];
    return [invalid('spec', spec, `spec of '${name}' except the 'spec.exempt' field must equal the fixed value`)];
  }
  return deepEqual(spec, mandatory.spec) ? [] : [invalid('spec', spec, `spec of '${name}' must equal the fixed value`)];
}
