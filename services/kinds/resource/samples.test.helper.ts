import { AGE, NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

const EXACT = { deviceClassName: 'gpu.example.com', allocationMode: 'ExactCount', count: 1 };

const DEVICES = {
  requests: [
    { name: 'gpu', exactly: EXACT },
    {
      name: 'any',
      firstAvailable: [
        { name: 'large', deviceClassName: 'large.example.com', allocationMode: 'ExactCount', count: 1 },
        { name: 'small', deviceClassName: 'small.example.com', allocationMode: 'All' },
      ],
    },
  ],
  constraints: [{ requests: ['gpu', 'any/large'], matchAttribute: 'example.com/model' }],
  config: [{ requests: ['gpu'], opaque: { driver: 'gpu.example.com', parameters: { kind: 'Gpu', shared: true } } }],
};

/** The same in v1beta1, in which a device class has the place of `exactly`. */
const [, ALTERNATIVES] = DEVICES.requests;
const FIRST_DEVICES = {
  ...DEVICES,
  requests: [
    { name: 'gpu', ...EXACT },
    { deviceClassName: '', ...ALTERNATIVES },
  ],
};

const DEVICE = {
  attributes: { model: { string: 'x' }, cores: { int: 8 }, 'example.com/version': { version: '1.2.3' } },
  capacity: { memory: { value: '16Gi' } },
  taints: [{ key: 'example.com/broken', effect: 'NoSchedule', timeAdded: '2026-01-02T03:04:05Z' }],
};
const SLICE = { driver: 'gpu.example.com', nodeName: 'a', pool: { name: 'a', generation: 1, resourceSliceCount: 1 } };

export const resourceSamples: Samples = {
  'deviceclasses.resource.k8s.io': {
    object: {
      spec: {
        selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }],
        config: [{ opaque: { driver: 'gpu.example.com', parameters: { kind: 'Gpu' } } }],
        extendedResourceName: 'example.com/gpu',
      },
    },
    columns: [NAME, SINCE],
    // kubectl describes older versions, which are not served.
    described: false,
  },
  'devicetaintrules.resource.k8s.io': {
    object: {
      spec: {
        deviceSelector: { driver: 'gpu.example.com', pool: 'a', device: 'gpu-0' },
        taint: { key: 'example.com/broken', value: 'x', effect: 'NoExecute', timeAdded: '2026-01-02T03:04:05Z' },
      },
    },
    columns: [NAME, ['KEY', 'example.com/broken'], ['VALUE', 'x'], ['EFFECT', 'NoExecute'], ['TIMEADDED', AGE], SINCE],
    described: false,
  },
  'resourceclaims.resource.k8s.io': {
    object: { spec: { devices: DEVICES } },
    appliedIn: { v1beta1: { spec: { devices: FIRST_DEVICES } } },
    columns: [NAME, ['STATE', 'pending'], SINCE],
    described: false,
  },
  'resourceclaimtemplates.resource.k8s.io': {
    object: { spec: { metadata: { labels: { app: 'a' } }, spec: { devices: DEVICES } } },
    appliedIn: { v1beta1: { spec: { metadata: { labels: { app: 'a' } }, spec: { devices: FIRST_DEVICES } } } },
    columns: [NAME, SINCE],
    described: false,
  },
  'resourceslices.resource.k8s.io': {
    object: { spec: { ...SLICE, devices: [{ name: 'gpu-0', ...DEVICE }] } },
    appliedIn: { v1beta1: { spec: { ...SLICE, devices: [{ name: 'gpu-0', basic: DEVICE }] } } },
    columns: [NAME, ['NODE', 'a'], ['DRIVER', 'gpu.example.com'], ['POOL', 'a'], SINCE],
    described: false,
  },
};
