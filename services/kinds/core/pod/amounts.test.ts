import assert from 'node:assert/strict';
import { podWith } from './pod.test.helper.js';
import { qosClassOf } from './amounts.js';

const both = { cpu: '1', memory: '1Gi' };
const CASES: [resources: object, init: object | undefined, qos: string][] = [
  [{}, undefined, 'BestEffort'],
  [{ requests: { 'ephemeral-storage': '1Gi' } }, undefined, 'BestEffort'],
  [{ requests: { cpu: '0' } }, undefined, 'BestEffort'],
  [{ requests: { cpu: '1m' } }, undefined, 'Burstable'],
  [{ limits: { cpu: '1' } }, undefined, 'Burstable'],
  [{ limits: both }, undefined, 'Guaranteed'],
  [{ limits: both, requests: { cpu: '1000m', memory: '1024Mi' } }, undefined, 'Guaranteed'],
  [{ limits: both, requests: { cpu: '500m' } }, undefined, 'Burstable'],
  [{ limits: both }, {}, 'Burstable'],
  [{ limits: both }, { limits: both }, 'Guaranteed'],
  [{}, { limits: both }, 'Burstable'],
];

describe('the QoS class of a pod', () => {
  for (const [resources, init, qos] of CASES) {
    it(`of ${JSON.stringify(resources)}${init === undefined ? '' : ` after ${JSON.stringify(init)}`} is ${qos}`, () => {
      const initContainers = init === undefined ? [] : [{ name: 'b', image: 'i', resources: init }];
      assert.equal(qosClassOf(podWith({ container: { resources }, spec: { initContainers } }).spec), qos);
    });
  }
});
