import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

describe('generated', () => {
  it('is what the generator makes of proto/', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', 'scripts/generate.ts', '--check'],
      { cwd: root, encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
  });
});
