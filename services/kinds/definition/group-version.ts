/** The `apiVersion`: `v1` for the core group, `apps/v1` for others. */
export function groupVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
