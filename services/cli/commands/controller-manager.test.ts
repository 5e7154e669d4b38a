import assert from 'node:assert/strict';
import type { ElectionEnd } from '@pilothouse/controllers/leader-election/elect.js';
import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { ManagerEvents } from '../runner.js';
import { controllerManager } from './controller-manager.js';

const OPTIONS: ManagerOptions = {
  kubeconfigFile: 'k',
  domain: {},
  controllers: new Set(),
  legacyServiceAccountTokens: true,
  useServiceAccountCredentials: true,
  metrics: { host: '127.0.0.1', port: 10257 },
  verbosity: 0,
};

async function run(manage: (events: ManagerEvents) => ElectionEnd, stop = new AbortController()) {
  let [out, err] = ['', ''];
  const exits: number[] = [];
  const code = await controllerManager(OPTIONS, {
    manage: async (_options, events) => manage(events),
    terminal: { out: (text) => (out += text), err: (text) => (err += text) },
    stop: stop.signal,
    exit: (with_) => exits.push(with_),
  });
  return { code, out, err, exits };
}

describe('pilothouse controller-manager', () => {
  it('says where it works and who leads', async () => {
    const stop = new AbortController();
    const told = await run(({ onReady, onLeader }) => {
      onReady({ server: 'https://a:1', metrics: 'http://127.0.0.1:2' });
      onLeader('b_1');
      onLeader('');
      stop.abort();
      return 'stopped';
    }, stop);
    const out =
      'The controller manager works for https://a:1. Health and metrics are at http://127.0.0.1:2.\n' +
      'The leader is b_1.\nNobody leads.\nStopping.\n';
    assert.deepEqual(told, { code: 0, out, err: '', exits: [] });
  });

  it('ends the process at once, with 1, where it has lost its lease', async () => {
    const { code, err, exits } = await run(() => 'lost');
    assert.deepEqual([code, exits], [1, [1]]);
    assert.match(err, /^error: the lease could not be renewed in time/);
  });

  it('says so where the port is taken', async () => {
    const { code, err } = await run(() => {
      throw Object.assign(new Error('listen'), { code: 'EADDRINUSE', syscall: 'listen' });
    });
    assert.equal(code, 1);
    assert.match(
      err,
      /^error: port 10257 on 127\.0\.0\.1 is taken; .* --metrics-bind-address \(0 takes a free one\)\n$/,
    );
  });
});
