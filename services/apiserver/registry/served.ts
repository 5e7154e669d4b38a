import type { ResourceDefinition, ServedDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { stabilityOf, withVersions, type Stability } from '@pilothouse/kinds/definition/versions.js';

/** Whether a resource has a path in a version of its group. */
export type IsServed = (group: string, version: string, resource: string) => boolean;

export type Served =
  { readonly ok: true; readonly isServed: IsServed } | { readonly ok: false; readonly problems: readonly string[] };

/** Keys for all versions, or all of a stability level; later rows win. */
const LEVELS: readonly (readonly [key: string, level: Stability | undefined])[] = [
  ['api/all', undefined],
  ['api/ga', 'GA'],
  ['api/beta', 'beta'],
  ['api/alpha', 'alpha'],
];

/** The default: GA versions. Beta versions are disabled, as all of Kubernetes since 1.24 are. */
export const servedByDefault: IsServed = (_group, version) => stabilityOf(version) === 'GA';

/**
 * Evaluates `--runtime-config`: keys are stability levels, `group/version` and `group/version/resource`. The most
 * specific key wins. `definitions` are all candidates. Unknown keys are reported.
 */
export function servedAs(config: ReadonlyMap<string, boolean>, definitions: readonly ServedDefinition[]): Served {
  if (config.size === 0) return { ok: true, isServed: servedByDefault };
  const known = new Map(definitions.map((definition) => [definition, namesOf(definition)]));
  const versions = new Set([...known.values()].flat().map(([version]) => version));
  const resources = new Set([...known.values()].flat().map((names) => names.join('/')));
  const levels = LEVELS.map(([key]) => key);
  const problems = [...config.keys()]
    .filter((key) => !levels.includes(key) && !versions.has(fullKey(key)) && !resources.has(fullKey(key)))
    .map(
      (key) =>
        `--runtime-config: ${JSON.stringify(key)} is none of ${[...levels, ...versions].join(', ')}, nor a resource of one of them`,
    );
  if (config.size === 1 && config.get('api/all') === false) {
    problems.push('--runtime-config: invalid runtime-config with only api/all=false');
  }
  if (problems.length > 0) return { ok: false, problems };
  const exact = new Map([...config].map(([key, value]) => [fullKey(key), value]));
  const isServed: IsServed = (group, version, resource) => {
    const name = groupVersion(group, version);
    const level = LEVELS.findLast(
      ([key, each]) => exact.has(key) && (each === undefined || each === stabilityOf(version)),
    );
    return (
      exact.get(`${name}/${resource}`) ??
      exact.get(name) ??
      (level && exact.get(level[0])) ??
      servedByDefault(group, version, resource)
    );
  };
  return { ok: true, isServed };
}

/** The key with the core group's version in the spelling of objects. */
function fullKey(key: string): string {
  return key.replace(/^api\/(?=v\d)/, '');
}

function namesOf({ group, versions, resource }: ServedDefinition): [version: string, resource: string][] {
  return versions.filter(({ served }) => served !== false).map(({ name }) => [groupVersion(group, name), resource]);
}

/** The same without the kinds whose feature gate is off. */
export function gatedBy(
  features: Readonly<Record<string, boolean>>,
  isServed: IsServed,
  definitions: readonly ResourceDefinition[],
): IsServed {
  const off = new Set(
    definitions
      .filter(({ gate }) => gate !== undefined && features[gate] !== true)
      .map(({ group, resource }) => `${group}/${resource}`),
  );
  return (group, version, resource) => isServed(group, version, resource) && !off.has(`${group}/${resource}`);
}

/** The definitions restricted to served versions. Those without any are omitted. */
export function onlyServed<Definition extends ServedDefinition>(
  definitions: readonly Definition[],
  isServed: IsServed,
): Definition[] {
  return definitions.flatMap((definition) => {
    const { group, resource } = definition;
    return withVersions(definition, ({ name, served }) => served !== false && isServed(group, name, resource)) ?? [];
  });
}
