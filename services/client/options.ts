import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Query } from './request.js';

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** Which objects of a collection are meant. */
export interface SelectOptions extends RequestOptions {
  /** Such as `app=web,tier!=cache`. */
  readonly labelSelector?: string;
  /** Such as `metadata.name=x`. */
  readonly fieldSelector?: string;
}

export interface GetOptions extends RequestOptions {
  /** Takes any state that is not older than this; `0` takes any at all. The most recent when absent. */
  readonly resourceVersion?: string;
}

export interface ListOptions extends SelectOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** At most so many objects in one page. */
  readonly limit?: number;
  /** Where the page before ended. */
  readonly continue?: string;
}

export interface WatchOptions extends SelectOptions {
  /** Events after this version. Absent: the objects there are come first, as ADDED. */
  readonly resourceVersion?: string;
  /** After how many seconds the server ends the watch. */
  readonly timeoutSeconds?: number;
  /** Whether the server may send BOOKMARK events. */
  readonly bookmarks?: boolean;
}

export interface WriteOptions extends RequestOptions {
  /** Does everything but store. */
  readonly dryRun?: boolean;
  /** Who owns the fields that are written; the user agent's first word when absent. */
  readonly fieldManager?: string;
  /** What becomes of fields that the server does not know; it warns when absent. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes fields over from other managers. */
  readonly force?: boolean;
}

export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean;
  /** 409 where the object is another one by now. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** What becomes of dependents. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly gracePeriodSeconds?: number;
}

export interface DeleteCollectionOptions extends DeleteOptions, SelectOptions {}

export function selectQuery({ labelSelector, fieldSelector }: SelectOptions): Query {
  return { labelSelector, fieldSelector };
}

export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return { dryRun: dryRun === true ? 'All' : undefined, fieldManager, fieldValidation };
}

/** The body of a delete; undefined where there is nothing to say. */
export function deleteBody(options: DeleteOptions): JsonObject | undefined {
  const { dryRun, preconditions, propagationPolicy, gracePeriodSeconds } = options;
  const body = Object.assign(newObject(), {
    ...(dryRun === true && { dryRun: ['All'] }),
    ...(preconditions && { preconditions: { ...preconditions } }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
  });
  if (Object.keys(body).length === 0) return undefined;
  return Object.assign(newObject(), { kind: 'DeleteOptions', apiVersion: 'v1' }, body);
}
