import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { collectorAddress, readTracingConfiguration } from './configuration.js';

const HEAD = 'apiVersion: apiserver.config.k8s.io/v1\nkind: TracingConfiguration\n';
const read = (text: string): object => readTracingConfiguration(text, 'tracing.yaml', createDomain());

describe('the configuration of tracing', () => {
  it('is YAML or JSON', () => {
    assert.deepEqual(read(`${HEAD}endpoint: collector:4317\nsamplingRatePerMillion: 100\n`), {
      endpoint: 'collector:4317',
      samplingRatePerMillion: 100,
    });
    assert.deepEqual(read('{"apiVersion":"apiserver.config.k8s.io/v1beta1","kind":"TracingConfiguration"}'), {});
  });

  const BAD: readonly (readonly [string, RegExp])[] = [
    ['kind: TracingConfiguration\n', /tracing\.yaml: apiVersion: Required value/],
    [HEAD.replace('config.k8s.io/v1', 'config.k8s.io/v3'), /apiVersion apiserver\.config\.k8s\.io\/v1/],
    [
      `${HEAD}samplingRatePerMillion: -1\n`,
      /samplingRatePerMillion: Invalid value: -1: sampling rate must be positive/,
    ],
    [
      `${HEAD}samplingRatePerMillion: 1000001\n`,
      /samplingRatePerMillion: Invalid value: 1000001: sampling rate per million must be less than or equal to one million/,
    ],
    [
      `${HEAD}endpoint: http://localhost:4317\n`,
      /endpoint: Invalid value: "http:\/\/localhost:4317": unsupported scheme: http\. {2}Options are none, dns, unix, or unix-abstract\./,
    ],
    [`${HEAD}endpoint: "a b:4317"\n`, /endpoint: Invalid value/],
    [`${HEAD}samplingRate: 1\n`, /samplingRate: Unknown field/],
    [`${HEAD}endpoint: 4317\n`, /endpoint/],
  ];
  for (const [text, message] of BAD) {
    it(`refuses ${JSON.stringify(text.replace(HEAD, ''))}`, () => assert.throws(() => read(text), message));
  }

  const ADDRESSES: readonly (readonly [string, string | undefined])[] = [
    ['localhost:4317', 'http://localhost:4317'],
    ['localhost', 'http://localhost:443'],
    ['[::1]:4317', 'http://[::1]:4317'],
    ['dns:///collector:4317', 'http://collector:4317'],
    ['dns://collector:4317', 'http://collector:4317'],
    ['dns://8.8.8.8/collector:4317', 'http://collector:4317'],
    ['unix:///run/otel.sock', 'unix:///run/otel.sock'],
    ['unix-abstract:///a', undefined],
  ];
  for (const [endpoint, address] of ADDRESSES) {
    it(`connects for ${endpoint} to ${address}`, () => assert.equal(collectorAddress(endpoint), address));
  }
});
