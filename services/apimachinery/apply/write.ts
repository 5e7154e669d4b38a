import { fieldPaths, type PathSet } from '../fieldpath/path-set.js';
import type { JsonObject } from '../json/value.js';
import type { Manager, Managers, Writer } from './managers.js';
import type { Versions } from './versions.js';

/** What every write is, whether it applies or updates. Objects are without managedFields, and are not changed. */
export interface Write {
  /** The object as it is stored, in `version`. Undefined when it is created. */
  readonly live: JsonObject | undefined;
  /** Of the stored object. */
  readonly managers: Managers;
  /** Who writes; `unknown` when empty. */
  readonly manager: string;
  /** The group and version of the request, such as `apps/v1`. It is served. */
  readonly version: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly versions: Versions;
  /** The present, in RFC 3339 and whole seconds. */
  readonly now: string;
  /**
   * Fields that the server sets back whatever a writer sends, such as the status in a write of the resource itself.
   * Nobody owns them through this write, nor what is below them.
   */
  readonly ignored?: (version: string) => PathSet;
}

/** The entry of the writer, as yet without fields. */
export function writer(write: Write, operation: Manager['operation']): Writer {
  const { manager, version, subresource, now } = write;
  const time = operation === 'Update' ? now : undefined;
  return { name: manager === '' ? 'unknown' : manager, operation, version, subresource, time };
}

/** Metadata that the server sets, or that says what the object is: nobody owns it. */
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
