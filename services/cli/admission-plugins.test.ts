import assert from 'node:assert/strict';
import { PLUGIN_NAMES } from '@pilothouse/admission/plugin.js';
import { ADMISSION_PLUGINS, BUILT_IN_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';

describe('the admission plugins that an API server can be told of', () => {
  it('are its own, and all that run beside it', () => {
    assert.deepEqual([...ADMISSION_PLUGINS].sort(), [...BUILT_IN_PLUGINS, ...PLUGIN_NAMES].sort());
  });
});
