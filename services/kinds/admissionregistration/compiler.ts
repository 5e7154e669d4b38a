import type { Environment, EnvironmentOptions } from '@pilothouse/cel/admission/environment.js';

/** Compiles expressions of webhooks and policies. The CEL engine is loaded with the first object that needs it. */
export interface ExpressionCompiler {
  readonly load: () => Promise<void>;
  /** Throws before `load`. */
  readonly environment: (options: Omit<EnvironmentOptions, 'library'>) => Environment;
}

export function createExpressionCompiler(): ExpressionCompiler {
  let loading: Promise<void> | undefined;
  let create: ExpressionCompiler['environment'] | undefined;
  const load = async (): Promise<void> => {
    const [{ createEnvironment }, { createLibrary }] = await Promise.all([
      import('@pilothouse/cel/admission/environment.js'),
      import('@pilothouse/cel/library/library.js'),
    ]);
    const library = createLibrary();
    create = (options) => createEnvironment({ ...options, library });
  };
  return {
    load: () => (loading ??= load()),
    environment(options) {
      if (create === undefined) throw new Error('the CEL engine has not been loaded');
      return create(options);
    },
  };
}
