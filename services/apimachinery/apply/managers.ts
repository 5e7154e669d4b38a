import { compareTexts } from '../fieldpath/canonical.js';
import { equalSets, type PathSet } from '../fieldpath/path-set.js';
import type { JsonObject } from '../json/value.js';

/** One entry of managedFields: a manager, its operation, and its fields. */
export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  /** The group and version that the paths belong to, such as `apps/v1`. */
  readonly version: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** RFC 3339. Undefined for appliers, and if it is unknown. */
  readonly time: string | undefined;
  readonly set: PathSet;
  /** The FieldsV1 that `set` was read from, which is written back unchanged; undefined for a computed set. */
  readonly fields?: JsonObject;
}

/** A manager without its fields. */
export type Writer = Omit<Manager, 'set' | 'fields'>;

/** By id. Each manager is unique and owns something. */
export type Managers = ReadonlyMap<string, Manager>;

export const NO_MANAGERS: Managers = new Map();

/** The identity of a manager; an applier has the same in every version. Kubernetes sorts managers by this text. */
export function managerId({ name, operation, version, subresource }: Omit<Writer, 'time'>): string {
  const manager = name === '' ? '' : `"manager":${JSON.stringify(name)},`;
  const apiVersion = operation === 'Update' ? `,"apiVersion":${JSON.stringify(version)}` : '';
  const part = subresource === '' ? '' : `,"subresource":${JSON.stringify(subresource)}`;
  return `{${manager}"operation":"${operation}"${apiVersion}${part}}`;
}

/** The manager with another set of fields. */
export function withSet({ name, operation, version, subresource, time }: Writer, set: PathSet): Manager {
  return { name, operation, version, subresource, time, set };
}

/** Whole seconds since 1970; 0 if the time is unknown. */
export function secondsOf({ time }: Manager): number {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}

/** The order of managedFields: appliers first, then by time. */
export function compareManagers(a: Manager, b: Manager): number {
  return (
    compareTexts(a.operation, b.operation) ||
    secondsOf(a) - secondsOf(b) ||
    compareTexts(a.name, b.name) ||
    compareTexts(a.version, b.version) ||
    compareTexts(a.subresource, b.subresource)
  );
}

/** Whether all managers own the same fields in both, regardless of times; then nothing has to be written. */
export function sameOwners(a: Managers, b: Managers): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [id, left] of a) {
    const right = b.get(id);
    if (right === undefined || left.version !== right.version || !equalSets(left.set, right.set)) return false;
  }
  return true;
}
