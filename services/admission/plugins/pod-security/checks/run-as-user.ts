import { exceptUserNamespaces, type Check, type CheckPod } from './check.js';
import { namesOf, settersText } from './texts.js';

const check: CheckPod = (pod) => {
  const setters = settersText(
    pod.spec.securityContext?.runAsUser === 0,
    namesOf(pod, ({ securityContext }) => securityContext?.runAsUser === 0),
  );
  if (setters === undefined) return undefined;
  return { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};

/** Pods and containers cannot choose root as their user. */
export const runAsUser: Check = {
  id: 'runAsUser',
  level: 'restricted',
  versions: [
    { since: 23, check },
    { since: 35, check: exceptUserNamespaces(check) },
  ],
};
