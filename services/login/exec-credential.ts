import { LoginError, printable } from './login-error.js';

const GROUP = 'client.authentication.k8s.io';
const VERSIONS: readonly string[] = [`${GROUP}/v1`, `${GROUP}/v1beta1`];

/** What kubectl tells its credential plugin in KUBERNETES_EXEC_INFO. */
export interface ExecInfo {
  readonly apiVersion: string;
  /** Whether the plugin may use the terminal. */
  readonly isInteractive: boolean;
}

/** Throws LoginError. Without the variable, a user runs the plugin. */
export function readExecInfo(text: string | undefined, isTerminal: boolean): ExecInfo {
  if (text === undefined || text === '') return { apiVersion: `${GROUP}/v1`, isInteractive: isTerminal };
  const info = parse(text);
  const apiVersion = info?.apiVersion;
  if (info === undefined || typeof apiVersion !== 'string')
    throw new LoginError('KUBERNETES_EXEC_INFO holds no ExecCredential in JSON');
  if (!VERSIONS.includes(apiVersion))
    throw new LoginError(
      `KUBERNETES_EXEC_INFO has the version ${printable(apiVersion)}; ${VERSIONS.join(' and ')} are supported`,
    );
  return { apiVersion, isInteractive: info.spec?.interactive === true };
}

interface Parsed {
  readonly apiVersion?: unknown;
  readonly spec?: { readonly interactive?: unknown };
}

function parse(text: string): Parsed | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The answer to kubectl. `expires`: milliseconds since 1970. */
export function execCredential(apiVersion: string, { idToken, expires }: { idToken: string; expires: number }): string {
  const expirationTimestamp = new Date(expires).toISOString().replace(/\.\d+/, '');
  return `${JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: idToken, expirationTimestamp } })}\n`;
}
