import assert from 'node:assert/strict';
import { createExposition } from '../metrics/exposition.js';
import { createReloads } from './reloads.js';
import { until } from './until.test.helper.js';
import { watchFiles } from './watched.js';

describe('files that are read anew', () => {
  it('are counted, each change once, with the time of the last one', async () => {
    const off = new AbortController();
    const reloads = createReloads(() => new Date(1500));
    const linesOf = async (): Promise<string[]> => {
      const { text } = await createExposition(reloads.metrics)('text');
      return text.split('\n').filter((line) => line.startsWith('config_'));
    };
    const tell = reloads.of('users-file');
    let [text, successes, failures] = ['1', 0, 0];
    const watched = await watchFiles({
      read: async () => text,
      parse: (read): unknown => JSON.parse(read),
      onError: () => {},
      onReload(status) {
        tell(status);
        if (status === 'success') successes++;
        else failures++;
      },
      signal: off.signal,
      interval: 1,
    });
    assert.deepEqual(await linesOf(), [
      'config_automatic_reloads_total{file="users-file",status="success"} 0',
      'config_automatic_reloads_total{file="users-file",status="failure"} 0',
    ]);
    text = '2';
    await until(() => watched.current() === 2);
    text = 'no JSON';
    const wanted = [
      'config_automatic_reloads_total{file="users-file",status="success"} 1',
      'config_automatic_reloads_total{file="users-file",status="failure"} 1',
      'config_automatic_reload_last_timestamp_seconds{file="users-file",status="success"} 1.5',
      'config_automatic_reload_last_timestamp_seconds{file="users-file",status="failure"} 1.5',
    ];
    await until(() => failures > 0);
    assert.deepEqual(await linesOf(), wanted);
    // As it was before.
    text = '2';
    await until(() => successes > 1);
    assert.deepEqual((await linesOf())[0], 'config_automatic_reloads_total{file="users-file",status="success"} 2');
    off.abort();
  });
});
