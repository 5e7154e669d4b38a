import { allowPrivilegeEscalation } from './allow-privilege-escalation.js';
import { appArmorProfile } from './app-armor-profile.js';
import { capabilitiesBaseline } from './capabilities-baseline.js';
import { capabilitiesRestricted } from './capabilities-restricted.js';
import type { Check } from './check.js';
import { hostNamespaces } from './host-namespaces.js';
import { hostPathVolumes } from './host-path-volumes.js';
import { hostPorts } from './host-ports.js';
import { hostProbesAndLifecycle } from './host-probes-and-lifecycle.js';
import { privileged } from './privileged.js';
import { procMountBaseline, procMountRestricted } from './proc-mount.js';
import { restrictedVolumes } from './restricted-volumes.js';
import { runAsNonRoot } from './run-as-non-root.js';
import { runAsUser } from './run-as-user.js';
import { seLinuxOptions } from './se-linux-options.js';
import { seccompProfileBaseline } from './seccomp-profile-baseline.js';
import { seccompProfileRestricted } from './seccomp-profile-restricted.js';
import { sysctls } from './sysctls.js';
import { windowsHostProcess } from './windows-host-process.js';

/** The checks of the Pod Security Standards. Their order here has no effect. */
export const CHECKS: readonly Check[] = [
  allowPrivilegeEscalation,
  appArmorProfile,
  capabilitiesBaseline,
  capabilitiesRestricted,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbesAndLifecycle,
  privileged,
  procMountBaseline,
  procMountRestricted,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seLinuxOptions,
  seccompProfileBaseline,
  seccompProfileRestricted,
  sysctls,
  windowsHostProcess,
];
