/** What `apiVersion` says: `v1` in the core group, `apps/v1` elsewhere. */
export function groupVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
