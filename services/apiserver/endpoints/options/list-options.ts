import type { FieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import { forbidden, notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { Resource } from '../../registry/resource.js';
import type { Selection } from '../../registry/selection.js';
import type { RequestContext } from '../../request/context.js';
import type { ResourceRequest } from '../../request/info.js';
import type { ParsedSelector } from '@pilothouse/apimachinery/selectors/parsed.js';
import type { Scope } from '../scope.js';
import { integerParameter } from './write-options.js';

/** The state for a list, as described in Kubernetes' API concepts (resourceVersion). */
export type ListVersion =
  | { readonly type: 'mostRecent' }
  | { readonly type: 'any' }
  | { readonly type: 'notOlderThan'; readonly revision: number }
  | { readonly type: 'exact'; readonly revision: number };

export interface ListOptions {
  readonly selection: Selection;
  /** Undefined for no limit. */
  readonly limit: number | undefined;
  /** As sent; undefined for the first page. */
  readonly continue: string | undefined;
  readonly version: ListVersion;
}

/** The options of a list. Throws 400 and 422, as the table of Kubernetes' API concepts says. */
export function listOptions(
  { query }: RequestContext,
  request: ResourceRequest,
  { resource, metaGroup }: Pick<Scope, 'resource' | 'metaGroup'>,
): ListOptions {
  const match = query.get('resourceVersionMatch') ?? '';
  const versionText = query.get('resourceVersion') ?? '';
  const token = query.get('continue') ?? '';
  const errors = validateMatch(match, versionText, token);
  if (query.has('sendInitialEvents')) {
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  if (errors.length > 0) throw invalidObject({ group: metaGroup, kind: 'ListOptions' }, '', errors);
  const revision = parseVersion(versionText);
  const limit = integerParameter(query, 'limit') ?? 0;
  // Only validated: a list does not wait.
  integerParameter(query, 'timeoutSeconds');
  if (token !== '' && revision !== undefined && revision !== 0) {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  return {
    selection: selectionOf(request, resource),
    limit: limit > 0 ? limit : undefined,
    continue: token === '' ? undefined : token,
    version: listVersion(revision, match, limit > 0),
  };
}

function listVersion(revision: number | undefined, match: string, limited: boolean): ListVersion {
  if (revision === undefined) return { type: 'mostRecent' };
  if (revision === 0) return { type: 'any' };
  const exact = match === 'Exact' || (match === '' && limited);
  return { type: exact ? 'exact' : 'notOlderThan', revision };
}

/**
 * A resourceVersion of a client; undefined if unset. Numbers of up to 64 bits beyond any revision map to the largest
 * revision. Throws 400.
 */
export function parseVersion(text: string): number | undefined {
  if (text === '') return undefined;
  if (/^\d+$/.test(text) && BigInt(text) < 2n ** 64n) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  throw badRequest(`invalid resource version ${JSON.stringify(text)}: it must be one that the server gave`);
}

function validateMatch(match: string, version: string, token: string): FieldError[] {
  const field = 'resourceVersionMatch';
  if (match === '') return [];
  const errors: FieldError[] = [];
  if (version === '')
    errors.push(forbidden(field, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
  if (token !== '') errors.push(forbidden(field, 'resourceVersionMatch is forbidden when continue is provided'));
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.push(notSupported(field, match, ['Exact', 'NotOlderThan', '']));
  }
  if (match === 'Exact' && version === '0') {
    errors.push(forbidden(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  return errors;
}

/** The label and field selectors of a list or watch. Throws 400 for invalid selectors and unknown fields. */
export function selectionOf({ selectors }: ResourceRequest, { definition }: Resource): Selection {
  const labels = wholeSelector(selectors.labels);
  const fields = wholeSelector(selectors.fields);
  return { labels, fields: fields && supportedFields(fields, definition) };
}

function wholeSelector<Selector>(parsed: ParsedSelector<Selector> | undefined): Selector | undefined {
  if (parsed?.problem !== undefined) throw badRequest(parsed.problem);
  return parsed?.selector;
}

function supportedFields(
  selector: FieldSelector,
  { selectableFields, scope, origin }: Resource['definition'],
): FieldSelector {
  // Custom kinds have their own rule, even without fields.
  const known = origin !== undefined || Object.keys(selectableFields).length > 0;
  for (const { field } of selector.requirements) {
    if (field === 'metadata.name' || Object.hasOwn(selectableFields, field)) continue;
    // Kubernetes accepts it for cluster-scoped objects only if they have no field of their own, and then finds none.
    if (field === 'metadata.namespace' && (scope === 'Namespaced' || !known)) continue;
    throw badRequest(
      known
        ? `field label not supported: ${field}`
        : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    );
  }
  return selector;
}
