/** `day`: that of the release, such as 2026-11-21. */
export function setVersion(root: string, version: string, day: string): void;
