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
    exit: (status) => exits.push(status),
  });
  return { code, out, err, exits };
}

describe('pilothouse controller-manager', () => {
  it('prints the API server and the leader', async () => {
    const stop = new AbortController();
    const reported = await run(({ onReady, onLeader }) => {
      onReady({ server: 'https://a:1', metrics: 'http://127.0.0.1:2' });
      onLeader('b_1');
      onLeader('');
      stop.abort();
      return 'stopped';
    }, stop);
    const out =
      'The controller manager is connected to https://a:1. Health and metrics are at http://127.0.0.1:2.\n' +
      'The leader is b_1.\nThere is no leader.\nStopping.\n';
    assert.deepEqual(reported, { code: 0, out, err: '', exits: [] });
  });

  it('exits immediately with 1 when it has lost its lease', async () => {
    const { code, err, exits } = await run(() => 'lost');
    assert.deepEqual([code, exits], [1, [1]]);
    assert.match(err, /^error: the lease was not renewed in time/);
  });

  it('reports a port in use', async () => {
    const { code, err } = await run(() => {
      throw Object.assign(new Error('listen'), { code: 'EADDRINUSE', syscall: 'listen' });
    });
    assert.equal(code, 1);
    assert.match(
      err,
      /^error: port 10257 on 127\.0\.0\.1 is in use; .* --metrics-bind-address \(0 selects a free port\)\n$/,
    );
  });
});
