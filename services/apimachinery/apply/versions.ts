import type { JsonObject } from '../json/value.js';
import type { Type } from '../typed/type.js';

/** The served versions of a resource. */
export interface Versions {
  /** Undefined for a version that is no longer served, whose owners are forgotten. */
  readonly typeOf: (version: string) => Type | undefined;
  /** Converts the object between served versions. The input is not modified. */
  readonly convert: (object: JsonObject, from: string, to: string) => JsonObject;
  /** Normalises the object, given in `version`, to the form in which values are stored. Throws DecodeError. */
  readonly normalise: (object: JsonObject, version: string) => JsonObject;
  /** The stored form of a config, given in `version` and not validated. The input is not modified. */
  readonly storedConfig: (config: JsonObject, version: string) => JsonObject;
}

/** For a resource with one version, which stores values as sent. */
export function oneVersion(version: string, type: Type): Versions {
  return {
    typeOf: (asked) => (asked === version ? type : undefined),
    convert: (object) => object,
    normalise: (object) => object,
    storedConfig: (config) => config,
  };
}

/** The object, given in `version`, in other versions. Each conversion runs once. */
export function converted(object: JsonObject, version: string, versions: Versions): (asked: string) => JsonObject {
  const known = new Map([[version, object]]);
  return (asked) => {
    const found = known.get(asked) ?? versions.convert(object, version, asked);
    known.set(asked, found);
    return found;
  };
}
