import { podSpecSchema, type PodSpec, type Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { APP_ARMOR } from './app-armor.js';
import { validateDescending } from './checks.js';
import { MIRROR } from './resource-claims.js';
import { validateTolerations } from './validate-scheduling.js';

type Annotations = Readonly<Record<string, string>>;

/** The relative cost of deleting the pod. */
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/** Deprecated annotation for seccomp profiles. */
export const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
/** Deprecated annotation for tolerations, as JSON. */
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';
export const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

/** Validates annotations of a pod that have a meaning (Kubernetes' ValidatePodSpecificAnnotations). */
export function validatePodAnnotations(
  annotations: Annotations = {},
  { containers, initContainers = [], ephemeralContainers = [], nodeName }: PodSpec,
  path: string,
): FieldError[] {
  const names = new Set([...containers, ...initContainers, ...ephemeralContainers].map(({ name }) => name));
  return eachError(Object.entries(annotations), ([key, value]) => {
    const field = keyPath(path, key);
    if (key === MIRROR && nodeName === undefined) {
      return [invalid(field, value, 'must set spec.nodeName if mirror pod annotation is set')];
    }
    if (key === DELETION_COST) return validateCost(value, field);
    if (key === TOLERATIONS) return validateTolerationText(value, path);
    if (key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER)) return validateSeccomp(value, field);
    if (!key.startsWith(APP_ARMOR)) return [];
    const container = key.slice(APP_ARMOR.length);
    const problem = `invalid AppArmor profile name: ${JSON.stringify(value)}`;
    return [
      ...(names.has(container) ? [] : [invalid(field, container, 'container not found')]),
      ...(isProfile(value) ? [] : [invalid(field, value, problem)]),
    ];
  });
}

/** Validates updates of these annotations (Kubernetes' ValidatePodSpecificAnnotationUpdates). */
export function validateAnnotationUpdate(
  annotations: Annotations = {},
  before: Annotations = {},
  path: string,
): FieldError[] {
  const { [DELETION_COST]: cost } = annotations;
  const keys = new Set([...Object.keys(annotations), ...Object.keys(before)]);
  const isKept = (key: string): boolean => key.startsWith(APP_ARMOR) || key === MIRROR;
  const changed = [...keys].filter((key) => isKept(key) && annotations[key] !== before[key]);
  const verb = (key: string): string => (before[key] === undefined ? 'add' : 'remove or update');
  return [
    ...(cost === undefined || cost === before[DELETION_COST] ? [] : validateCost(cost, keyPath(path, DELETION_COST))),
    ...eachError(changed, (key) => {
      const what = key === MIRROR ? 'mirror pod annotation' : 'AppArmor annotations';
      return [forbidden(keyPath(path, key), `may not ${verb(key)} ${what}`)];
    }),
  ];
}

function validateCost(text: string, field: string): FieldError[] {
  const cost = /^(?:0|-?[1-9]\d{0,9})$/.test(text) ? Number(text) : Infinity;
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? [] : [invalid(field, text, 'must be a 32bit integer')];
}

const TOLERATION_LIST: StructSchema = {
  ...podSpecSchema,
  fields: podSpecSchema.fields.filter(({ name }) => name === 'tolerations'),
};
const decodeTolerations = compileDecoder(TOLERATION_LIST);
const checkTolerations = compileValidator(TOLERATION_LIST);

/** Tolerations in the annotation follow the rules of the spec. An empty text has none. */
function validateTolerationText(text: string, path: string): FieldError[] {
  if (text === '') return [];
  try {
    const given = newObject();
    given['tolerations'] = parseJson(text).value;
    const { value } = decodeTolerations(given);
    const { tolerations = [] } = value as { readonly tolerations?: readonly Toleration[] };
    const field = fieldPath(path, TOLERATIONS);
    return [
      ...checkTolerations(value).map((error) => ({ ...error, field: error.field.replace(/^tolerations/, field) })),
      ...validateTolerations(tolerations, field),
    ];
  } catch (error) {
    return [invalid(path, TOLERATIONS, errorMessage(error))];
  }
}

function validateSeccomp(profile: string, field: string): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return [];
  if (profile.startsWith('localhost/')) return validateDescending(profile.slice('localhost/'.length), field);
  return [invalid(field, profile, 'must be a valid seccomp profile')];
}

function isProfile(name: string): boolean {
  return ['', 'runtime/default', 'unconfined'].includes(name) || name.startsWith('localhost/');
}
