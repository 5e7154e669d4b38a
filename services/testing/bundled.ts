import { keepCompiledCode } from '@pilothouse/runtime/compiled-code.js';
import type * as controlPlane from './control-plane.js';

/*
 * What an import of the package gets: the same as `index.ts`, with compiled code that is kept beside it. It takes that code only in an
 * import expression, since import statements are compiled before. The import begins at once, so that hooks of a test suite do not
 * wait for it.
 */
keepCompiledCode(new URL('compiled', import.meta.url));
const loaded = import('./control-plane.js');

export const startControlPlane: typeof controlPlane.startControlPlane = async (options) =>
  (await loaded).startControlPlane(options);
