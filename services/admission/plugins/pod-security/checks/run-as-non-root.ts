import { exceptUserNamespaces, type Check, type CheckPod } from './check.js';
import { containersText, namesOf, settersText } from './texts.js';

const REASON = 'runAsNonRoot != true';

const check: CheckPod = (pod) => {
  const ofPod = pod.spec.securityContext?.runAsNonRoot;
  const setters = settersText(
    ofPod === false,
    namesOf(pod, ({ securityContext }) => securityContext?.runAsNonRoot === false),
  );
  if (setters !== undefined) {
    return { reason: REASON, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  }
  if (ofPod === true) return undefined;
  const names = namesOf(pod, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (names.length === 0) return undefined;
  return { reason: REASON, detail: `pod or ${containersText(names)} must set securityContext.runAsNonRoot=true` };
};

/** The container, or else the pod, must require a user other than root. */
export const runAsNonRoot: Check = {
  id: 'runAsNonRoot',
  level: 'restricted',
  versions: [
    { since: 0, check },
    { since: 35, check: exceptUserNamespaces(check) },
  ],
};
