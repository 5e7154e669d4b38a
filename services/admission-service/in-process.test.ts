import assert from 'node:assert/strict';
import type { Verdict } from '@pilothouse/runtime/admission-api/service.js';
import { account, listOf, PATHS, scripted } from './cluster/scripted-server.test.helper.js';
import { runInProcess } from './in-process.js';
import { podReview } from './review.test.helper.js';

const settings = { notReadySeconds: 300, unreachableSeconds: 300 };
const { signal } = new AbortController();

describe('admission plugins in the process of an API server', () => {
  const start = (plugins: readonly string[]) =>
    runInProcess({ plugins, settings, onError: (error) => assert.fail(String(error)) });
  const changedBy = (verdict: Verdict): readonly string[] =>
    verdict.allowed ? (verdict.change?.by ?? []) : [verdict.by];

  it('are the enabled ones of this package, in their order', async () => {
    const { service, stop } = await start(['Priority', 'NamespaceLifecycle', 'ServiceAccount', 'Policy']);
    const { plugins } = await service.describe({ signal });
    assert.deepEqual(
      plugins.map(({ name }) => name),
      ['Priority', 'ServiceAccount'],
    );
    await stop();
  });

  it('wait for the connection to the server, and answer also after the stop', async () => {
    const { service, connect, stop } = await start(['ServiceAccount']);
    const ask = (): Promise<Verdict> => service.review(podReview({}, { plugins: ['ServiceAccount'] }), { signal });
    const early = ask();
    connect(scripted({ [PATHS.accounts]: () => listOf([account('default')]) }).transport);
    assert.deepEqual(changedBy(await early), ['ServiceAccount']);
    await stop();
    assert.deepEqual(changedBy(await ask()), ['ServiceAccount']);
  });

  it('stop without a connection to a server', async () => {
    const { stop } = await start(['ServiceAccount', 'Priority']);
    await stop();
  });
});
