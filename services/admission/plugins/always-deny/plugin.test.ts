import assert from 'node:assert/strict';
import { admitted, testAttributes, testHost } from '../../host.test.helper.js';
import { alwaysDeny } from './plugin.js';

describe('AlwaysDeny', () => {
  it('refuses every write', async () => {
    const { refusal } = await admitted(await alwaysDeny.create(testHost()), testAttributes());
    assert.equal(refusal, 'configmaps "o" is forbidden: admission control is denying all modifications');
  });
});
