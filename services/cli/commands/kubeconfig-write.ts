import { access } from 'node:fs/promises';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { kubeconfig, writeKubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { Terminal } from '../terminal.js';
import { readServer, type ServerChoice } from './kubeconfig-server.js';
import type { IssuedCredentials } from './kubeconfig-user.js';

/** Options that do not depend on the type of credentials. */
export interface WriteOptions {
  /** The name of the user, which is part of the context's name. */
  readonly name: string;
  /** The default namespace of the context; `default` when absent. */
  readonly namespace?: string;
  readonly server: ServerChoice;
  /** A path, or `-` for the standard output. */
  readonly out: string;
  /** Whether to replace an existing file. */
  readonly force: boolean;
}

const CLUSTER = 'pilothouse';

/** Writes a kubeconfig with the credentials of `make`. Resolves to the exit code. */
export async function writeNewKubeconfig(
  { name, namespace, server, out, force }: WriteOptions,
  make: () => Promise<IssuedCredentials>,
  terminal: Terminal,
): Promise<number> {
  try {
    if (out !== '-' && !force && (await exists(out))) {
      throw new Error(`${out} exists; use another --out, or --force to replace it`);
    }
    const target = await readServer(server);
    const { user, expires } = await make();
    const text = kubeconfig({
      ...target,
      user,
      name: CLUSTER,
      userName: name,
      contextName: `${name}@${CLUSTER}`,
      ...(namespace !== undefined && { namespace }),
    });
    if (out === '-') {
      terminal.out(text);
      return 0;
    }
    await writeKubeconfig(out, text).catch((error: unknown) => {
      throw new Error(`${out} cannot be written: ${String(error)}`, { cause: error });
    });
    const until = expires === undefined ? '' : `, until ${expires.toISOString().replace(/\.\d+/, '')}`;
    terminal.out(`Wrote ${out} for ${name}${until}.\n`);
    return 0;
  } catch (error) {
    terminal.err(`error: ${errorMessage(error)}\n`);
    return 1;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
