import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';

export interface CompiledCodeOptions {
  /** The module node:module. */
  readonly node: object;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Lets Node keep the compiled code of the modules that this process loads from now on. A process writes it at its end, and later ones
 * take it from there. The directory must be as trusted as the modules. Nothing is kept by Node before 22.8, in a directory that cannot
 * be written, with NODE_DISABLE_COMPILE_CACHE=1, and while coverage is measured, which compiled code makes inexact.
 */
export function keepCompiledCode(
  directory: URL,
  { node, env }: CompiledCodeOptions = { node: modules, env: process.env },
): void {
  if (env['NODE_V8_COVERAGE'] === undefined && hasCache(node)) node.enableCompileCache(fileURLToPath(directory));
}

interface CompileCache {
  readonly enableCompileCache: (directory: string) => unknown;
}

function hasCache(value: object): value is CompileCache {
  return 'enableCompileCache' in value;
}
