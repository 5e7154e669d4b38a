import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { keepCompiledCode } from './compiled-code.js';

describe('compiled code', () => {
  const directory = new URL('compiled', import.meta.url);
  const kept: string[] = [];
  const node = { enableCompileCache: (path: string) => kept.push(path) };
  beforeEach(() => void kept.splice(0));

  it('is kept in the directory', () => {
    keepCompiledCode(directory, { node, env: {} });
    assert.deepEqual(kept, [fileURLToPath(directory)]);
  });

  it('is not kept while coverage is measured', () => {
    keepCompiledCode(directory, { node, env: { NODE_V8_COVERAGE: '/tmp/coverage' } });
    assert.deepEqual(kept, []);
  });

  it('is not kept by Node 20', () => {
    keepCompiledCode(directory, { node: {}, env: {} });
    assert.deepEqual(kept, []);
  });
});
