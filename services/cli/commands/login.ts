import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { LoginContext } from '@pilothouse/login/login.js';
import { LOGIN_FLAGS, LOGOUT_FLAGS } from '@pilothouse/login/options/flags.js';
import { resolveLogin, serverUrl, type LoginOptions } from '@pilothouse/login/options/login-options.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';

export interface LoginCommandContext {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `pilothouse login`: signs a user in, and is the credential plugin of kubectl. */
export function loginCommand(context: LoginCommandContext): FlagCommand<typeof LOGIN_FLAGS, LoginOptions> {
  return {
    name: 'login',
    description: 'sign in to an API server by OpenID Connect, and write the kubeconfig for kubectl',
    table: LOGIN_FLAGS,
    argument: {
      name: 'url',
      help: 'URL of the API server. Without it, the command is the credential plugin of kubectl.',
      isOptional: true,
    },
    examples: [
      'pilothouse login https://api.example.org',
      'pilothouse login https://api.example.org --issuer-url https://id.example.org --client-id kubectl',
    ],
    resolve: ({ values, argument }) => resolveLogin(values, argument),
    run: (options, stop) =>
      reporting(context.terminal, async () => {
        const [{ login }, { plugin }] = await Promise.all([
          import('@pilothouse/login/login.js'),
          import('@pilothouse/login/plugin.js'),
        ]);
        await (options.isPlugin ? plugin : login)(options, await loginContext(context, stop));
        return 0;
      }),
  };
}

interface LogoutOptions {
  /** All servers when absent. */
  readonly server?: string;
}

/** `pilothouse logout`: revokes and removes tokens. */
export function logoutCommand(context: LoginCommandContext): FlagCommand<typeof LOGOUT_FLAGS, LogoutOptions> {
  return {
    name: 'logout',
    description: 'revoke and remove the tokens of pilothouse login',
    table: LOGOUT_FLAGS,
    argument: { name: 'url', help: 'URL of the API server. Without it, of all servers.', isOptional: true },
    resolve({ argument }) {
      if (argument === '') return { ok: true, options: {} };
      const server = serverUrl(argument);
      if (server !== undefined) return { ok: true, options: { server } };
      return {
        ok: false,
        problems: [`${JSON.stringify(argument)} must be an https URL without user, query and fragment`],
      };
    },
    run: ({ server }, stop) =>
      reporting(context.terminal, async () => {
        const { logout } = await import('@pilothouse/login/logout.js');
        return logout(server, await loginContext(context, stop));
      }),
  };
}

async function loginContext(
  { terminal, environment }: LoginCommandContext,
  signal: AbortSignal,
): Promise<LoginContext> {
  const [{ loginDirectory, loginStore }, { systemKeyring }, { hasDisplay, systemBrowser }] = await Promise.all([
    import('@pilothouse/login/tokens/store.js'),
    import('@pilothouse/login/tokens/keyring.js'),
    import('@pilothouse/login/issuer/browser.js'),
  ]);
  const { platform } = process;
  return {
    environment,
    store: loginStore({ directory: loginDirectory(environment), keyring: systemKeyring(platform) }),
    openBrowser: hasDisplay(environment, platform) ? systemBrowser(platform) : undefined,
    command: ownCommand(environment),
    isTerminal: process.stdin.isTTY,
    out: terminal.out,
    say: terminal.err,
    now: Date.now,
    signal,
  };
}

/**
 * How kubectl runs this program: by its name if the first program of this name is this one, or else by its path. npm adds its own
 * directories to the path of what it runs.
 */
function ownCommand(environment: LoginCommandContext['environment']): LoginContext['command'] {
  const own = process.argv[1] ?? '';
  const directories = (environment['PATH'] ?? '').split(delimiter).filter((path) => !/(^$|node_modules)/.test(path));
  const found = directories.map((path) => realPath(join(path, 'pilothouse'))).find((path) => path !== undefined);
  return found !== undefined && found === realPath(own) ? ['pilothouse'] : [process.execPath, own];
}

/** Undefined for a missing file. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

async function reporting(terminal: Terminal, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    terminal.err(`error: ${errorMessage(error)}\n`);
    return 1;
  }
}
