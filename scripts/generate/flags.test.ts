import assert from 'node:assert/strict';
import { flagRows } from './flags.js';

describe('the table of flags', () => {
  it('has an escaped row for each flag', () => {
    const text = flagRows([
      { name: 'v', short: 'v', type: 'level', default: '0', group: 'Logging', help: 'How much.' },
      { name: 'quick', type: 'boolean', default: 'false', group: 'Serving', help: 'Each as <key>=a|b.' },
      {
        name: 'old',
        type: 'file',
        defaultText: 'none',
        group: 'Serving',
        help: 'Was.',
        deprecated: { since: '1.26', removedIn: '1.28', advice: 'use --quick' },
      },
    ]);
    assert.deepEqual(text.split('\n').slice(2), [
      '| `-v, --v <level>` | `0` | How much. |',
      '| `--quick [true\\|false]` | `false` | Each as \\<key>=a\\|b. |',
      '| `--old <file>` | none | Was. Deprecated: removed in 1.28; use --quick. |',
      '',
    ]);
  });
});
