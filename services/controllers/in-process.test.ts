import assert from 'node:assert/strict';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import { runControllers } from './in-process.js';

describe('controllers beside the API server', () => {
  it('say what fails, and end when they are told to', async () => {
    const failure = new Error('no connection');
    const failed = await new Promise<readonly [string, unknown, number]>((resolve) => {
      const controllers = runControllers(scriptedTransport([failure]), {
        onError: (...told) => void controllers.stop().then(() => resolve(told)),
      });
    });
    const [controller, error, retryIn] = failed;
    assert.deepEqual([controller, error], ['namespace', failure]);
    assert.ok(retryIn > 0);
  });
});
