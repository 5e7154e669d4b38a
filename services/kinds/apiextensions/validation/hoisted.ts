import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';

/** Settings that Kubernetes reports at `spec` if all versions have the same value. */
const SETTINGS = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

export type VersionSettings = Pick<CustomResourceDefinitionVersion, (typeof SETTINGS)[number]>;

/**
 * A definition in the form in which Kubernetes validates it: settings that are the same in all versions move to the top
 * level. Error paths follow from this.
 */
export interface HoistedSpec {
  readonly versions: readonly CustomResourceDefinitionVersion[];
  readonly common: VersionSettings;
}

/** The settings at the paths where Kubernetes validates them. */
export function hoisted({ versions }: CustomResourceDefinitionSpec): HoistedSpec {
  const [first, ...others] = versions;
  if (first === undefined) return { versions, common: {} };
  const isShared = (name: keyof VersionSettings): boolean =>
    others.every((version) => deepEqual(version[name], first[name]));
  // Selectable fields stay with the schema in which they are found. Kubernetes 1.36 moves them, and then refuses them.
  const shared = SETTINGS.filter((name) => isShared(name) && (name !== 'selectableFields' || isShared('schema')));
  const common = Object.fromEntries(
    shared.filter((name) => first[name] !== undefined).map((name) => [name, first[name]]),
  );
  return { common, versions: versions.map((version) => without(version, shared)) };
}

function without(
  version: CustomResourceDefinitionVersion,
  names: readonly (keyof VersionSettings)[],
): CustomResourceDefinitionVersion {
  const rest = { ...version };
  for (const name of names) delete rest[name];
  return rest;
}
