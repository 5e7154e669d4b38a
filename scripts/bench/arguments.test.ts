import assert from 'node:assert/strict';
import { parseArguments, type Settings } from './arguments.js';
import { STORES } from './row.js';

const parsed = (...args: readonly string[]): Settings => {
  const result = parseArguments(args);
  if (!result.ok) assert.fail(result.problem);
  return result.settings;
};

describe('the arguments of npm run bench', () => {
  it('measures the table on all stores by default', () => {
    const settings = parsed();
    assert.deepEqual(settings.stores, STORES);
    assert.deepEqual([settings.only, settings.isHeadline, settings.workers, settings.seconds], ['', false, 1, 5]);
    assert.equal(settings.isTable && !settings.isGrowth && !settings.isPublished, true);
    assert.equal(settings.peer, undefined);
  });

  it('sorts stores in the order of the table', () => {
    assert.deepEqual(parsed('etcd', 'embedded').stores, ['embedded', 'etcd']);
    assert.deepEqual(parsed('etcd-new').curveStores, ['etcd-new']);
  });

  it('measures the curves instead of the table, and both for publishing', () => {
    const growth = parsed('--growth', '--max-objects=200000', '--max-watchers=10000');
    assert.deepEqual(growth.curveStores, ['embedded', 'etcd']);
    assert.deepEqual([growth.isTable, growth.isGrowth], [false, true]);
    assert.deepEqual([growth.maxObjects, growth.maxWatchers], [200_000, 10_000]);
    const published = parsed('--publish');
    assert.deepEqual([published.isTable, published.isGrowth, published.isPublished], [true, true, true]);
  });

  it('accepts another server', () => {
    const url = 'https://127.0.0.1:6443/';
    assert.deepEqual(parsed(`--peer-url=${url}`, '--peer-token=t', '--peer-ca=ca.crt').peer, {
      url: 'https://127.0.0.1:6443',
      token: 't',
      caFile: 'ca.crt',
      isInsecure: false,
    });
    assert.deepEqual(parsed(`--peer-url=${url}`, '--peer-token=t', '--peer-insecure').peer, {
      url: 'https://127.0.0.1:6443',
      token: 't',
      isInsecure: true,
    });
    assert.deepEqual(parsed('--peer-command=start peer').peer, { command: 'start peer' });
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['mysql'], /^no such store: mysql; there are embedded, ephemeral, etcd, etcd-new$/],
    [['--fast'], /Unknown option '--fast'/],
    [['--max-objects=many'], /^--max-objects must be a whole number$/],
    [['--max-watchers=0'], /^--max-watchers must be a whole number$/],
    [['--workers=0'], /^--workers must be a whole number$/],
    [['--seconds=0'], /^--seconds must be a whole number$/],
    [['--peer-command=c', '--peer-token=t'], /^--peer-command and the other flags of a peer exclude each other$/],
    [['--peer-token=t'], /^--peer-url is missing$/],
    [['--peer-insecure'], /^--peer-url is missing$/],
    [['--peer-url=https://a'], /^--peer-token is missing$/],
    [['--peer-url=http://a', '--peer-token=t'], /^--peer-url must be an https URL$/],
    [['--peer-url=a', '--peer-token=t'], /^--peer-url must be an https URL$/],
    [['--peer-url=https://a', '--peer-token=t', '--peer-ca=f', '--peer-insecure'], /exclude each other$/],
  ];
  for (const [args, problem] of refused) {
    it(`rejects ${args.join(' ')}`, () => {
      const result = parseArguments(args);
      assert.equal(result.ok, false);
      assert.match(result.problem, problem);
    });
  }
});
