import { fieldPaths, type PathSet } from '../fieldpath/path-set.js';
import type { JsonObject } from '../json/value.js';
import type { Manager, Managers, Writer } from './managers.js';
import type { Versions } from './versions.js';

/** Common input of applies and updates. Objects have no managedFields and are not modified. */
export interface Write {
  /** The stored object, in `version`. Undefined for a creation. */
  readonly live: JsonObject | undefined;
  /** The managers of the stored object. */
  readonly managers: Managers;
  /** The writer's name; `unknown` when empty. */
  readonly manager: string;
  /** The group and version of the request, such as `apps/v1`. It is served. */
  readonly version: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly versions: Versions;
  /** The current time in RFC 3339, whole seconds. */
  readonly now: string;
  /**
   * Fields that the server resets regardless of the request, such as the status in a write of the main resource. This
   * write does not own them or anything below.
   */
  readonly ignored?: (version: string) => PathSet;
}

/** The writer's entry, without fields. */
export function writer(write: Write, operation: Manager['operation']): Writer {
  const { manager, version, subresource, now } = write;
  const time = operation === 'Update' ? now : undefined;
  return { name: manager === '' ? 'unknown' : manager, operation, version, subresource, time };
}

/** Metadata set by the server or identifying the object, which no manager owns. */
export const OWNERLESS: PathSet = fieldPaths([
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'resourceVersion'],
]);
