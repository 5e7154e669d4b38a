import assert from 'node:assert/strict';
import { provesProgress } from './versions.js';

describe('etcd versions with reliable progress notifications', () => {
  const sound = ['3.4.25', '3.4.37', '3.5.8', '3.5.16', '3.6.0', '3.10.2', '4.0.0'];
  const unsound = ['', '2.3.8', '3.3.99', '3.4.0', '3.4.24', '3.5.0', '3.5.7', '3.6.0-alpha.0', '3.5', 'unknown'];

  for (const version of sound)
    it(`include ${version}`, () => {
      assert.equal(provesProgress(version), true);
    });
  for (const version of unsound)
    it(`do not include "${version}"`, () => {
      assert.equal(provesProgress(version), false);
    });
});
