/**
 * Whether this etcd version, such as `3.5.16`, has reliable progress notifications. Before 3.4.25 and 3.5.8 they could
 * overtake events (etcd issue 15220).
 */
export function provesProgress(version: string): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (parts === null) return false;
  const [major = 0, minor = 0, patch = 0] = parts.slice(1).map(Number);
  if (major !== 3) return major > 3;
  if (minor === 4) return patch >= 25;
  if (minor === 5) return patch >= 8;
  return minor >= 6;
}
