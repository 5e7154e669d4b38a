import type { PluginDefinition } from './plugin.js';
import { defaultStorageClass } from './plugins/default-storage-class/plugin.js';
import { eventRateLimit } from './plugins/event-rate-limit/plugin.js';
import { imagePolicyWebhook } from './plugins/image-policy-webhook/plugin.js';
import { mutatingAdmissionWebhook } from './plugins/mutating-admission-webhook/plugin.js';
import { podSecurity } from './plugins/pod-security/plugin.js';
import { runtimeClass } from './plugins/runtime-class/plugin.js';
import { validatingAdmissionWebhook } from './plugins/validating-admission-webhook/plugin.js';

/**
 * All plugins in the order in which they run, which is that of Kubernetes. Flags, help and documents derive from it. A plugin
 * whose modules load slowly imports them in `create`.
 */
export const PLUGINS: readonly PluginDefinition[] = [
  imagePolicyWebhook,
  podSecurity,
  eventRateLimit,
  defaultStorageClass,
  runtimeClass,
  mutatingAdmissionWebhook,
  validatingAdmissionWebhook,
];
