import type { ResourceDefinition } from './definition.js';

/** The definitions of a release that still served what this one only reads from the store. */
export function withFormerVersions<Kind extends ResourceDefinition>(definitions: readonly Kind[]): Kind[] {
  return definitions.map((definition) => {
    const [first, ...others] = definition.versions.map(({ served: _served, ...version }) => version);
    return first === undefined ? definition : { ...definition, versions: [first, ...others] };
  });
}
