import type { ResourceDefinition, ServedDefinition, VersionDefinition } from './definition.js';

/**
 * The name of the version in which the definition's objects are stored, or would be if another resource did not store
 * them.
 */
export function storageVersionOf(definition: ServedDefinition): string {
  const { versions } = definition;
  return ('storageVersion' in definition ? definition.storageVersion : undefined) ?? versions[0].name;
}

/** The definition restricted to the wanted versions, with the same storage version; undefined if none is left. */
export function withVersions<Definition extends ServedDefinition>(
  definition: Definition,
  isWanted: (version: VersionDefinition) => boolean,
): Definition | undefined {
  const wanted = definition.versions.filter(isWanted);
  if (wanted.length === definition.versions.length) return definition;
  const [first, ...others] = wanted;
  const storageVersion = storageVersionOf(definition);
  return first && { ...definition, versions: [first, ...others], storageVersion };
}

/** The subresources of a version. */
export function subresourcesIn({ subresources }: ServedDefinition, { own }: VersionDefinition): typeof subresources {
  return own?.subresources ?? subresources;
}

/** The definition with its storage version alone, which then is served. */
export function inStorageVersion(definition: ResourceDefinition): ResourceDefinition {
  const name = storageVersionOf(definition);
  const found = definition.versions.find((version) => version.name === name);
  if (found === undefined) throw new Error(`${definition.resource} has no version ${name}`);
  const { served: _, ...version } = found;
  return { ...definition, versions: [version] };
}

/** The versions that are served. */
export function servedVersions({ versions }: ResourceDefinition): VersionDefinition[] {
  return versions.filter(({ served }) => served !== false);
}

/** The stability level of a version name; undefined for other names. */
export type Stability = 'alpha' | 'beta' | 'GA';

const VERSION_NAME = /^v(?<major>[1-9]\d*)(?:(?<level>alpha|beta)(?<minor>[1-9]\d*))?$/;

export function stabilityOf(version: string): Stability | undefined {
  const groups = VERSION_NAME.exec(version)?.groups;
  return groups && (groups['level'] === 'alpha' || groups['level'] === 'beta' ? groups['level'] : 'GA');
}

const LEVELS: readonly (Stability | undefined)[] = ['GA', 'beta', 'alpha', undefined];

/** Orders versions by preference: the most stable, then the newest (Kubernetes' order). Negative if `a` comes first. */
export function compareVersions(a: string, b: string): number {
  const levels = LEVELS.indexOf(stabilityOf(a)) - LEVELS.indexOf(stabilityOf(b));
  if (levels !== 0) return levels;
  const [first, second] = [VERSION_NAME.exec(a)?.groups, VERSION_NAME.exec(b)?.groups];
  if (first === undefined || second === undefined) return a < b ? -1 : a > b ? 1 : 0;
  const newer = (part: string): number => Number(second[part] ?? 0) - Number(first[part] ?? 0);
  return newer('major') || newer('minor');
}
