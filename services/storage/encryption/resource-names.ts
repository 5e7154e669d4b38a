/** A resource of a configuration: either part may be `*`. */
export interface GroupResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly resource: string;
}

/** `deployments.apps`, or `*.` for all of the core group. */
export function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf('.');
  return dot === -1 ? { group: '', resource: text } : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
}

/** The form of {@link parseGroupResource}. */
export function groupResourceText({ group, resource }: GroupResource): string {
  if (group === '') return resource === '*' ? '*.' : resource;
  return `${resource}.${group}`;
}

export const ANYTHING: GroupResource = { group: '*', resource: '*' };

export function isSameResource(a: GroupResource, b: GroupResource): boolean {
  return a.group === b.group && a.resource === b.resource;
}
