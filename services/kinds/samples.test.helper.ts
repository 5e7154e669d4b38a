import { admissionregistrationSamples } from './admissionregistration/samples.test.helper.js';
import { apiextensionsSamples } from './apiextensions/samples.test.helper.js';
import { apiregistrationSamples } from './apiregistration/samples.test.helper.js';
import { appsSamples } from './apps/samples.test.helper.js';
import { autoscalingSamples } from './autoscaling/samples.test.helper.js';
import { batchSamples } from './batch/samples.test.helper.js';
import { certificatesSamples } from './certificates/samples.test.helper.js';
import { coordinationSamples } from './coordination/samples.test.helper.js';
import { coreSamples } from './core/samples.test.helper.js';
import { discoverySamples } from './discovery/samples.test.helper.js';
import { eventsSamples } from './events/samples.test.helper.js';
import { flowcontrolSamples } from './flowcontrol/samples.test.helper.js';
import { networkingSamples } from './networking/samples.test.helper.js';
import { nodeSamples } from './node/samples.test.helper.js';
import { policySamples } from './policy/samples.test.helper.js';
import { rbacSamples } from './rbac/samples.test.helper.js';
import { resourceSamples } from './resource/samples.test.helper.js';
import { schedulingSamples } from './scheduling/samples.test.helper.js';
import { storageSamples } from './storage/samples.test.helper.js';
import { storagemigrationSamples } from './storagemigration/samples.test.helper.js';
import type { Samples } from './definition/sample.test.helper.js';

/** A sample of each kind that can be listed. Each group has its own file. */
export const SAMPLES: Samples = {
  ...admissionregistrationSamples,
  ...apiextensionsSamples,
  ...apiregistrationSamples,
  ...appsSamples,
  ...autoscalingSamples,
  ...batchSamples,
  ...certificatesSamples,
  ...coordinationSamples,
  ...coreSamples,
  ...discoverySamples,
  ...eventsSamples,
  ...flowcontrolSamples,
  ...networkingSamples,
  ...nodeSamples,
  ...policySamples,
  ...rbacSamples,
  ...resourceSamples,
  ...schedulingSamples,
  ...storageSamples,
  ...storagemigrationSamples,
};
