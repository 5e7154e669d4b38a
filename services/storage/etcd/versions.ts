/**
 * Whether an etcd of that version, such as `3.5.16`, tells the progress of watches so that it can be believed: before
 * 3.4.25 and 3.5.8 it could overtake events (etcd's issue 15220).
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
