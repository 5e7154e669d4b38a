import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { codeOf, LoginError, printable } from '../login-error.js';

/** The keyring of the system, through its own program. Rejects with LoginError. */
export interface Keyring {
  /** Undefined for an unknown key. */
  readonly read: (key: string) => Promise<string | undefined>;
  readonly write: (key: string, secret: string, label: string) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

const SERVICE = 'pilothouse-login';
/** Limit of a line on the standard input of `security -i`, in bytes. */
const LONGEST_LINE = 4096;

/** secret-tool of libsecret on Linux, security on macOS. Secrets go through pipes, since arguments are visible to other users. */
export function systemKeyring(platform: NodeJS.Platform): Keyring {
  if (platform === 'darwin') return macKeyring();
  if (platform === 'linux') return secretTool();
  const refuse = (): never => {
    throw new LoginError(`there is no keyring for ${platform}; sign in without --keyring`);
  };
  return { read: async () => refuse(), write: async () => refuse(), remove: async () => refuse() };
}

function secretTool(): Keyring {
  const attributes = (key: string): string[] => ['service', SERVICE, 'key', key];
  return {
    async read(key) {
      const { code, out, err } = await run('secret-tool', ['lookup', ...attributes(key)]);
      if (code === 0) return out;
      return err === '' ? undefined : failed('secret-tool', err);
    },
    async write(key, secret, label) {
      const { code, err } = await run('secret-tool', ['store', `--label=${label}`, ...attributes(key)], secret);
      if (code !== 0) failed('secret-tool', err);
    },
    async remove(key) {
      const { code, err } = await run('secret-tool', ['clear', ...attributes(key)]);
      if (code !== 0 && err !== '') failed('secret-tool', err);
    },
  };
}

/** The exit code of `security` for an unknown item. */
const NOT_FOUND = 44;

function macKeyring(): Keyring {
  const item = (key: string): string[] => ['-s', SERVICE, '-a', key];
  return {
    async read(key) {
      const { code, out, err } = await run('security', ['find-generic-password', ...item(key), '-w']);
      if (code === NOT_FOUND) return undefined;
      if (code !== 0) failed('security', err);
      return Buffer.from(out.trim(), 'base64').toString('utf8');
    },
    async write(key, secret) {
      const line = `add-generic-password -U ${item(key).join(' ')} -w ${Buffer.from(secret).toString('base64')}\n`;
      if (line.length > LONGEST_LINE)
        throw new LoginError('the tokens are too long for security; sign in without --keyring');
      const { code, err } = await run('security', ['-i'], line);
      if (code !== 0) failed('security', err);
    },
    async remove(key) {
      const { code, err } = await run('security', ['delete-generic-password', ...item(key)]);
      if (code !== 0 && code !== NOT_FOUND) failed('security', err);
    },
  };
}

function failed(program: string, err: string): never {
  throw new LoginError(`${program} failed: ${printable(err.trim())}. Unlock the keyring, or sign in without --keyring`);
}

async function run(program: string, args: readonly string[], input = '') {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  try {
    const ended = once(child, 'close');
    // It may exit without reading its input.
    child.stdin.on('error', () => undefined).end(input);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code: code as number | null, out, err };
  } catch (error) {
    const why =
      codeOf(error) === 'ENOENT' ? `${program} is not installed` : `${program} cannot be run: ${String(error)}`;
    throw new LoginError(`${why}; install it, or sign in without --keyring`, { cause: error });
  }
}
