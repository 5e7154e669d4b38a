import type { Check, CheckPod } from './check.js';
import { namesOf, settersText } from './texts.js';

const check: CheckPod = (pod) => {
  const setters = settersText(
    pod.spec.securityContext?.windowsOptions?.hostProcess === true,
    namesOf(pod, ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true),
  );
  if (setters === undefined) return undefined;
  return { reason: 'hostProcess', detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true` };
};

/** Containers on Windows cannot be processes of the host. */
export const windowsHostProcess: Check = {
  id: 'windowsHostProcess',
  level: 'baseline',
  versions: [{ since: 0, check }],
};
