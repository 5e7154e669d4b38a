import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { TIME, NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

const CLASS: JsonObject = {
  provisioner: 'p.example.com',
  parameters: { type: 'fast' },
  reclaimPolicy: 'Retain',
  mountOptions: ['noatime'],
  allowVolumeExpansion: true,
  volumeBindingMode: 'WaitForFirstConsumer',
  allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a', 'b'] }] }],
};

export const storageSamples: Samples = {
  'csidrivers.storage.k8s.io': {
    object: {
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        tokenRequests: [{ audience: 'vault' }],
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
    },
    columns: [
      NAME,
      ['ATTACHREQUIRED', 'false'],
      ['PODINFOONMOUNT', 'true'],
      ['STORAGECAPACITY', 'true'],
      ['TOKENREQUESTS', 'vault'],
      ['REQUIRESREPUBLISH', 'false'],
      ['MODES', 'Persistent,Ephemeral'],
      SINCE,
    ],
    described: /^ {2}Pod Info On Mount: +true$/m,
  },
  'csistoragecapacities.storage.k8s.io': {
    object: { storageClassName: 'fast', capacity: '1Gi', nodeTopology: { matchLabels: { zone: 'a' } } },
    columns: [NAME, ['CREATED AT', TIME]],
    described: /^Storage Class Name: +fast$/m,
  },
  'csinodes.storage.k8s.io': {
    object: {
      spec: { drivers: [{ name: 'd.example.com', nodeID: 'n', topologyKeys: ['zone'], allocatable: { count: 5 } }] },
    },
    columns: [NAME, ['DRIVERS', '1'], SINCE],
    described: /^ {4}d\.example\.com:\n {6}Node ID: +n$/m,
  },
  'storageclasses.storage.k8s.io': {
    object: {
      metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      ...CLASS,
    },
    applied: CLASS,
    columns: [
      ['NAME', 'sample (default)'],
      ['PROVISIONER', 'p.example.com'],
      ['RECLAIMPOLICY', 'Retain'],
      ['VOLUMEBINDINGMODE', 'WaitForFirstConsumer'],
      ['ALLOWVOLUMEEXPANSION', 'true'],
      SINCE,
    ],
    described: /^IsDefaultClass: +Yes$/m,
  },
  'volumeattachments.storage.k8s.io': {
    object: { spec: { attacher: 'd.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    columns: [NAME, ['ATTACHER', 'd.example.com'], ['PV', 'v'], ['NODE', 'n'], ['ATTACHED', 'false'], SINCE],
    described: /^ {2}Attacher: +d\.example\.com$/m,
  },
  'volumeattributesclasses.storage.k8s.io': {
    object: { driverName: 'd.example.com', parameters: { iops: '100' } },
    columns: [NAME, ['DRIVERNAME', 'd.example.com'], SINCE],
    // kubectl 1.32 describes its beta version, which is not served.
    described: false,
  },
};
