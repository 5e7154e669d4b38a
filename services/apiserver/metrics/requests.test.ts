import assert from 'node:assert/strict';
import { RequestContext } from '../request/context.js';
import { createRequestCounts, type CountedResource } from './requests.js';

describe('the labels of what somebody asks for', () => {
  const PODS = '/api/v1/namespaces/a/pods';
  const cases: readonly (readonly [method: string, target: string, named: string])[] = [
    ['GET', `${PODS}/b`, 'pods'],
    ['GET', `${PODS}/b/status`, 'pods/status'],
    ['DELETE', PODS, ''],
    ['DELETE', `${PODS}/b/status`, ''],
    ['GET', `${PODS}/b/made-up`, ''],
    ['GET', '/api/v1/namespaces/a/made-up/b', ''],
    ['GET', '/apis/made.up/v1/namespaces/a/pods/b', ''],
    ['BREW', PODS, ''],
  ];
  for (const [method, target, named] of cases) {
    it(`name ${named === '' ? 'nothing' : named} for ${method} ${target}`, async () => {
      const counts = createRequestCounts(() => 0);
      const pods = { group: '', version: 'v1', resource: 'pods' };
      counts.serve([
        { ...pods, subresource: '', verbs: ['get', 'list'] },
        { ...pods, subresource: 'status', verbs: ['get'] },
      ]);
      const peer = { address: '', certificate: { type: 'none' } } as const;
      counts.begin(new RequestContext({ method, target, headers: {}, body: undefined, peer })).end(403, 0);
      const total = counts.metrics.find(({ definition }) => definition.name === 'apiserver_request_total');
      const [sample] = [...((await total?.read()) ?? [])];
      assert.ok(total && sample);
      const label = (name: string): string =>
        sample.labels[total.definition.labels.findIndex((each) => each === name)] ?? '';
      assert.equal([label('resource'), label('subresource')].filter((text) => text !== '').join('/'), named);
    });
  }
});

describe('the labels of a resource that is served no longer', () => {
  it('are those of nothing, and come again with it', async () => {
    const counts = createRequestCounts(() => 0);
    const widgets = (version: string): CountedResource[] => [
      { group: 'example.io', version, resource: 'widgets', subresource: '', verbs: ['get'] },
    ];
    const peer = { address: '', certificate: { type: 'none' } } as const;
    const ask = (version: string): void => {
      const target = `/apis/example.io/${version}/widgets/a`;
      counts.begin(new RequestContext({ method: 'GET', target, headers: {}, body: undefined, peer })).end(200, 0);
    };
    counts.serve([...widgets('v1'), ...widgets('v2')]);
    ask('v1');
    counts.retire(widgets('v1'));
    ask('v1');
    ask('v2');
    counts.serve(widgets('v1'));
    ask('v1');
    const total = counts.metrics.find(({ definition }) => definition.name === 'apiserver_request_total');
    assert.ok(total);
    const at = total.definition.labels.indexOf('version');
    const counted = [...(await total.read())].map(({ labels, value }) => [labels[at], value]);
    assert.deepEqual(counted.sort(), [
      ['', 1],
      ['v1', 2],
      ['v2', 1],
    ]);
  });
});
