import { forbidden, notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { Selection } from '../../registry/selection.js';
import type { RequestContext } from '../../request/context.js';
import type { ResourceRequest } from '../../request/info.js';
import { booleanParameter } from '../../request/query.js';
import type { Scope } from '../scope.js';
import { parseVersion, selectionOf } from './list-options.js';
import { integerParameter } from './write-options.js';

/** The start of a watch. */
export type WatchStart =
  /** Changes after this revision. */
  | { readonly type: 'after'; readonly revision: number }
  /** The objects of a state at least this old, then changes; the most recent state if undefined. */
  | { readonly type: 'state'; readonly atLeast: number | undefined }
  /** Only the changes after such a state. */
  | { readonly type: 'changes'; readonly atLeast: number | undefined };

export interface WatchOptions {
  readonly selection: Selection;
  readonly start: WatchStart;
  /** Whether a bookmark marks the end of the initial objects. */
  readonly marksInitialEnd: boolean;
  readonly bookmarks: boolean;
  readonly timeoutSeconds: number | undefined;
}

/** The options of a watch. Throws 400 and 422. */
export function watchOptions(
  { query }: RequestContext,
  request: ResourceRequest,
  { resource, metaGroup }: Pick<Scope, 'resource' | 'metaGroup'>,
): WatchOptions {
  const initial = booleanParameter(query, 'sendInitialEvents');
  const errors = validateMatch(query, initial !== undefined);
  if (errors.length > 0) throw invalidObject({ group: metaGroup, kind: 'ListOptions' }, '', errors);
  const bookmarks = booleanParameter(query, 'allowWatchBookmarks') ?? false;
  return {
    selection: selectionOf(request, resource),
    start: watchStart(parseVersion(query.get('resourceVersion') ?? ''), initial),
    marksInitialEnd: initial === true && bookmarks,
    bookmarks,
    timeoutSeconds: integerParameter(query, 'timeoutSeconds'),
  };
}

function watchStart(revision: number | undefined, initial: boolean | undefined): WatchStart {
  if (initial === true) return { type: 'state', atLeast: revision };
  if (revision !== undefined && revision > 0) return { type: 'after', revision };
  return { type: initial === false ? 'changes' : 'state', atLeast: revision };
}

/** Kubernetes' rules for `resourceVersionMatch` in a watch. */
function validateMatch(query: URLSearchParams, hasInitial: boolean): FieldError[] {
  const field = 'resourceVersionMatch';
  const match = query.get(field) ?? '';
  const errors: FieldError[] = [];
  if (hasInitial && match !== 'NotOlderThan') {
    errors.push(forbidden(field, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  }
  if (match === '') return errors;
  if (!hasInitial) {
    errors.push(forbidden(field, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
  }
  if (match !== 'NotOlderThan') errors.push(notSupported(field, match, ['NotOlderThan']));
  if ((query.get('continue') ?? '') !== '') {
    errors.push(forbidden(field, 'resourceVersionMatch is forbidden when continue is provided'));
  }
  return errors;
}
