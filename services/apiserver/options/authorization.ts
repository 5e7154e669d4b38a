/** Authorization modes, as in `--authorization-mode`. */
export const AUTHORIZATION_MODES = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC'] as const;
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];

/** The modes of a server without the flag. */
export const DEFAULT_MODES: readonly AuthorizationMode[] = ['Node', 'RBAC'];

/** Unknown and repeated modes. */
export function authorizationProblems(modes: readonly string[]): string[] {
  const unknown = modes.filter((mode) => !isMode(mode));
  const repeated = new Set(modes.filter((mode, index) => modes.indexOf(mode) < index));
  return [
    ...unknown.map(
      (mode) => `--authorization-mode: ${JSON.stringify(mode)} is none of ${AUTHORIZATION_MODES.join(', ')}`,
    ),
    ...[...repeated].map((mode) => `--authorization-mode: ${JSON.stringify(mode)} is repeated`),
  ];
}

export function isMode(text: string): text is AuthorizationMode {
  return AUTHORIZATION_MODES.some((mode) => mode === text);
}
