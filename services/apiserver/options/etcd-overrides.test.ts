import assert from 'node:assert/strict';
import { parseEtcdOverrides } from './etcd-overrides.js';

describe('--etcd-servers-overrides', () => {
  it('names resources and their servers', () => {
    assert.deepEqual(
      parseEtcdOverrides(['/events#https://a:2379;https://b:2379', 'apps/deployments#http://[::1]:1/']),
      {
        ok: true,
        overrides: [
          { group: '', resource: 'events', servers: ['https://a:2379', 'https://b:2379'] },
          { group: 'apps', resource: 'deployments', servers: ['http://[::1]:1/'] },
        ],
      },
    );
  });

  const form = 'is not of the form group/resource#server;server';
  const wrong: readonly (readonly [texts: readonly string[], problem: string])[] = [
    [[''], `"" ${form}`],
    [['events#http://a:1'], `"events#http://a:1" ${form}`],
    [['/events'], `"/events" ${form}`],
    [['/events#'], `"/events#" ${form}`],
    [['/#http://a:1'], `"/#http://a:1" ${form}`],
    [['a/b/c#http://a:1'], `"a/b/c#http://a:1" ${form}`],
    [
      ['/events#a:1'],
      '"/events#a:1": servers must be http or https URLs without a path, such as https://10.0.0.1:2379',
    ],
    [
      ['/events#http://a:1;'],
      '"/events#http://a:1;": servers must be http or https URLs without a path, such as https://10.0.0.1:2379',
    ],
    [
      ['/events#ftp://a:1'],
      '"/events#ftp://a:1": servers must be http or https URLs without a path, such as https://10.0.0.1:2379',
    ],
    [
      ['/events#http://a:1/x'],
      '"/events#http://a:1/x": servers must be http or https URLs without a path, such as https://10.0.0.1:2379',
    ],
    [
      ['/events#https://u:p@a:1'],
      '"/events#https://u:p@a:1": servers must be http or https URLs without a path, such as https://10.0.0.1:2379',
    ],
    [['/events#https://a:1;http://b:1'], '"/events#https://a:1;http://b:1": servers must be all http or all https'],
    [['/events#http://a:1', '/events#http://b:1'], '/events is named twice'],
  ];
  for (const [texts, problem] of wrong) {
    it(`refuses ${JSON.stringify(texts)}`, () => {
      assert.deepEqual(parseEtcdOverrides(texts), { ok: false, problems: [`--etcd-servers-overrides: ${problem}`] });
    });
  }
});
