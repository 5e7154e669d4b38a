import type { DeviceClaim } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateSet } from './lists.js';
import { label } from './names.js';

/** The alternatives by request; none for a request without alternatives. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>;

/** The names to which constraints, configurations and results can refer. */
export function requestNamesOf({ requests }: DeviceClaim): RequestNames {
  return new Map(
    requests.map(({ name, firstAvailable = [] }) => [name, new Set(firstAvailable.map((each) => each.name))]),
  );
}

export const MAX_REQUESTS = 32;
export const MAX_ALTERNATIVES = 8;

/** Validates references to requests, which differ. */
export function validateReferences(names: readonly string[], path: string, known: RequestNames): FieldError[] {
  return validateSet(
    names,
    path,
    MAX_REQUESTS,
    (name, field) => validateReference(name, field, known),
    (name) => name,
  );
}

/** Validates a reference: `<request>` or `<request>/<alternative>` (Kubernetes' validateRequestNameRef). */
export function validateReference(name: string, field: string, known: RequestNames): FieldError[] {
  const text = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const [request = '', alternative, ...more] = name.split('/');
  if (more.length > 0) return [invalid(field, name, text)];
  const alternatives = known.get(request);
  const isKnown = alternative === undefined ? alternatives !== undefined : alternatives?.has(alternative) === true;
  return [
    ...label(request, field),
    ...(alternative === undefined ? [] : label(alternative, field)),
    ...(isKnown ? [] : [invalid(field, name, text)]),
  ];
}
