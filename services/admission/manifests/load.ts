import { compareTexts } from '@pilothouse/apimachinery/fieldpath/canonical.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { ManifestFile } from './directory.js';
import { nameOf } from './name-of.js';
import { objectReader, type ManifestObject } from './objects.js';

/** The objects of a directory by kind, sorted by name. */
export type Manifests = ReadonlyMap<string, readonly JsonObject[]>;

/** What a directory of manifests may hold. */
export interface ManifestRules {
  /** The required end of names. */
  readonly suffix: string;
  readonly definitions: readonly ResourceDefinition[];
  /** Why an object of a file cannot be static; undefined if it can. */
  readonly problemOf: (manifest: ManifestObject, path: string) => string | undefined;
  /** Why the objects do not belong together; undefined if they do. */
  readonly problemOfAll?: (manifests: Manifests) => string | undefined;
}

/** Creates a loader of the files of a directory. It throws an Error that names the file, the object and the field. */
export function manifestLoader(rules: ManifestRules): (files: readonly ManifestFile[]) => Manifests {
  const { suffix, definitions, problemOf, problemOfAll } = rules;
  const readObjects = objectReader(definitions);
  return (files) => {
    const manifests = new Map<string, JsonObject[]>(definitions.map(({ kind }) => [kind, []]));
    const seen = new Map<string, string>();
    for (const file of files) {
      for (const manifest of readObjects(file)) {
        const { kind, object } = manifest;
        const problem = nameProblem(manifest, { suffix, path: file.path, seen }) ?? problemOf(manifest, file.path);
        if (problem !== undefined) throw new Error(`error loading ${file.path}: ${problem}`);
        manifests.get(kind)?.push(object);
      }
    }
    for (const objects of manifests.values()) objects.sort((a, b) => compareTexts(nameOf(a), nameOf(b)));
    const problem = problemOfAll?.(manifests);
    if (problem !== undefined) throw new Error(problem);
    return manifests;
  };
}

interface Place {
  readonly suffix: string;
  readonly path: string;
  /** The files of the names of each kind. */
  readonly seen: Map<string, string>;
}

function nameProblem({ kind, object }: ManifestObject, { suffix, path, seen }: Place): string | undefined {
  const name = nameOf(object);
  if (!name.endsWith(suffix)) return `"${name}" in file "${path}" must have a name ending with "${suffix}"`;
  const before = seen.get(`${kind}/${name}`);
  if (before !== undefined) return `duplicate name "${name}" found in file "${path}" (previously seen in "${before}")`;
  seen.set(`${kind}/${name}`, path);
  return undefined;
}
