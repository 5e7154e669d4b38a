import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Query } from './request.js';

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** Selects objects of a collection. */
export interface SelectOptions extends RequestOptions {
  /** Such as `app=web,tier!=cache`. */
  readonly labelSelector?: string;
  /** Such as `metadata.name=x`. */
  readonly fieldSelector?: string;
}

export interface GetOptions extends RequestOptions {
  /** Returns a state at least as new as this version; `0` allows any cached state. The latest state when absent. */
  readonly resourceVersion?: string;
}

export interface ListOptions extends SelectOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** Maximum number of objects in a page. */
  readonly limit?: number;
  /** The continue token of the previous page. */
  readonly continue?: string;
}

export interface WatchOptions extends SelectOptions {
  /** Starts after this version. When absent, the current objects come first as ADDED. */
  readonly resourceVersion?: string;
  /** Seconds after which the server ends the watch. */
  readonly timeoutSeconds?: number;
  /** Whether the server may send BOOKMARK events. */
  readonly bookmarks?: boolean;
}

export interface WriteOptions extends RequestOptions {
  /** Does everything except storing. */
  readonly dryRun?: boolean;
  /** The field manager; the first word of the user agent when absent. */
  readonly fieldManager?: string;
  /** The treatment of unknown fields; the server warns when absent. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes over fields from other managers. */
  readonly force?: boolean;
}

export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean;
  /** 409 if the object does not match. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** The treatment of dependents. */
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

/** The body of a delete; undefined if it would be empty. */
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
