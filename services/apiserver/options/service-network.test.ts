import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { FLAGS, type FlagValues } from './flags.js';
import { DEFAULT_SERVICE_NETWORK, serviceNetwork, serviceNetworkProblems } from './service-network.js';

function flagsOf(ranges: string | undefined, ports?: string): FlagValues {
  const given = new Map<string, string>();
  if (ranges !== undefined) given.set('service-cluster-ip-range', ranges);
  if (ports !== undefined) given.set('service-node-port-range', ports);
  const parsed = parseFlags(FLAGS, given);
  assert.ok(parsed.ok);
  return parsed.values;
}

describe('options of services', () => {
  it('are absent without flags', () => {
    assert.equal(serviceNetwork(flagsOf(undefined)), undefined);
    assert.equal(serviceNetwork(flagsOf('10.0.0.0/24', '30000-32767')), undefined);
  });

  for (const [ranges, canonical] of [
    ['10.96.0.0/12', ['10.96.0.0/12']],
    ['10.96.0.1/16', ['10.96.0.0/16']],
    ['2001:DB8::/112,10.0.0.0/30', ['2001:db8::/112', '10.0.0.0/30']],
  ] as const) {
    it(`have the ranges ${ranges}`, () => {
      const flags = flagsOf(ranges);
      assert.deepEqual(serviceNetworkProblems(flags), []);
      assert.deepEqual(serviceNetwork(flags)?.clusterIPRanges, canonical);
    });
  }

  for (const [ports, range] of [
    ['30000-30000', [30_000, 30_000]],
    ['31000', [31_000, 31_000]],
    ['30000+10', [30_000, 30_009]],
    ['1-65535', [1, 65_535]],
  ] as const) {
    it(`have the node ports ${ports}`, () => {
      const [first, last] = range;
      assert.deepEqual(serviceNetwork(flagsOf(undefined, ports)), {
        ...DEFAULT_SERVICE_NETWORK,
        nodePorts: { first, last },
      });
    });
  }

  it('have a node port of the Service kubernetes in the range of node ports', () => {
    const flagsWith = (port: string): FlagValues => {
      const parsed = parseFlags(FLAGS, new Map([['kubernetes-service-node-port', port]]));
      assert.ok(parsed.ok);
      return parsed.values;
    };
    const flags = flagsWith('32767');
    assert.deepEqual(serviceNetworkProblems(flags), []);
    assert.equal(serviceNetwork(flags)?.kubernetesNodePort, 32_767);
    assert.deepEqual(serviceNetworkProblems(flagsWith('32768')), [
      '--kubernetes-service-node-port 32768 is not in --service-node-port-range 30000-32767',
    ]);
  });

  for (const [ranges, problem] of [
    ['x', 'is no range of addresses such as 10.96.0.0/16'],
    ['10.0.0.1', 'is no range of addresses such as 10.96.0.0/16'],
    ['10.0.0.0/31', 'is too small: its prefix must have at most 30 bits'],
    ['2001:db8::/63', 'is too large: its prefix must have at least 64 bits'],
  ] as const) {
    it(`refuse the range ${ranges}`, () =>
      assert.deepEqual(serviceNetworkProblems(flagsOf(ranges)), [
        `--service-cluster-ip-range ${JSON.stringify(ranges)} ${problem}`,
      ]));
  }

  it('refuse two ranges of one family, and three ranges', () => {
    assert.deepEqual(serviceNetworkProblems(flagsOf('10.0.0.0/24,10.1.0.0/24')), [
      '--service-cluster-ip-range: the two ranges must be of different IP families',
    ]);
    assert.deepEqual(serviceNetworkProblems(flagsOf('10.0.0.0/24,2001:db8::/112,10.1.0.0/24')), [
      '--service-cluster-ip-range must not contain more than two ranges',
    ]);
  });

  for (const ports of ['x', '0-5', '5-4', '30000-65536', '30000+0', '1-2-3']) {
    it(`refuse the node ports ${JSON.stringify(ports)}`, () =>
      assert.deepEqual(serviceNetworkProblems(flagsOf(undefined, ports)), [
        `--service-node-port-range ${JSON.stringify(ports)} is no range of ports such as 30000-32767`,
      ]));
  }

  for (const [texts, problem] of [
    [
      { 'advertise-address': '127.0.0.1' },
      '--advertise-address 127.0.0.1 must not be an unspecified, loopback or link-local address',
    ],
    [
      { 'advertise-address': '2001:db8::1' },
      '--advertise-address 2001:db8::1 must be of the IP family of the first --service-cluster-ip-range',
    ],
  ] as const) {
    it(`refuse ${JSON.stringify(texts)}`, () => {
      const parsed = parseFlags(FLAGS, new Map(Object.entries(texts)));
      assert.ok(parsed.ok);
      assert.deepEqual(serviceNetworkProblems(parsed.values), [problem]);
    });
  }

  it('can leave the endpoints of the Service kubernetes alone', () => {
    const parsed = parseFlags(FLAGS, new Map([['endpoint-reconciler-type', 'none']]));
    assert.ok(parsed.ok);
    assert.deepEqual(serviceNetwork(parsed.values), { ...DEFAULT_SERVICE_NETWORK, reconcilesEndpoints: false });
  });
});
