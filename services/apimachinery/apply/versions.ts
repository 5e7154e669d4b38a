import type { JsonObject } from '../json/value.js';
import type { Type } from '../typed/type.js';

/** The versions in which a resource is served. */
export interface Versions {
  /** Undefined for a version that is not served any more: what was owned in it is forgotten. */
  readonly typeOf: (version: string) => Type | undefined;
  /** The object in another version. Both versions are served. The object is not changed. */
  readonly convert: (object: JsonObject, from: string, to: string) => JsonObject;
  /** The object, given in `version`, in the form in which values are stored. Throws DecodeError. */
  readonly normalise: (object: JsonObject, version: string) => JsonObject;
  /** What a config, given in `version` and not validated, says of the fields that are stored. It is not changed. */
  readonly storedConfig: (config: JsonObject, version: string) => JsonObject;
}

/** The versions of a resource that has one version only, and stores values as they are sent. */
export function oneVersion(version: string, type: Type): Versions {
  return {
    typeOf: (asked) => (asked === version ? type : undefined),
    convert: (object) => object,
    normalise: (object) => object,
    storedConfig: (config) => config,
  };
}

/** The object, given in `version`, in each version that is asked for. It is converted once. */
export function converted(object: JsonObject, version: string, versions: Versions): (asked: string) => JsonObject {
  const known = new Map([[version, object]]);
  return (asked) => {
    const found = known.get(asked) ?? versions.convert(object, version, asked);
    known.set(asked, found);
    return found;
  };
}
