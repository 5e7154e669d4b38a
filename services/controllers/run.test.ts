import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import { namespaceController } from './namespace/controller.js';
import { runControllers } from './run.js';

describe('controllers', () => {
  it('say what fails, and end when they are told to', async () => {
    const failure = new Error('no connection');
    const failed = await new Promise<readonly [string, unknown, number]>((resolve) => {
      const running = runControllers({
        controllers: [namespaceController],
        connect: () => scriptedTransport([failure]),
        domain: createDomain(),
        onError: (...told) => void running.stop().then(() => resolve(told)),
      });
    });
    const [controller, error, retryIn] = failed;
    assert.deepEqual([controller, error], ['informers', failure]);
    assert.ok(retryIn > 0);
  });
});
