import assert from 'node:assert/strict';
import { PLUGIN_NAMES } from '@pilothouse/admission-service/plugin.js';
import { ADMISSION_PLUGINS, BUILT_IN_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';

describe('admission plugins in the flags of the API server', () => {
  it('are its own and those of the admission service', () => {
    assert.deepEqual([...ADMISSION_PLUGINS].sort(), [...BUILT_IN_PLUGINS, ...PLUGIN_NAMES].sort());
  });
});
