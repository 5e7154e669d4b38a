import assert from 'node:assert/strict';
import { allControllers } from './catalog.js';
import { CONTROLLER_NAMES } from './names.js';

describe('the names of controllers', () => {
  it('are those of the catalogue, in order', () => {
    const config = { rootCa: '', signLegacyToken: async () => '', legacyServiceAccountTokens: true };
    const names = allControllers(config).map(({ name }) => name);
    assert.deepEqual(CONTROLLER_NAMES, names.sort());
  });
});
