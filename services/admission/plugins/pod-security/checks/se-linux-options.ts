import type { SELinuxOptions } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Check, CheckPod } from './check.js';
import { distinct, namesOf, plural, quotedList, settersText } from './texts.js';

const TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

function checkOf(allowed: ReadonlySet<string>): CheckPod {
  return (pod) => {
    const forbidden: string[] = [];
    let hasUser = false;
    let hasRole = false;
    const isForbidden = (options: SELinuxOptions | undefined): boolean => {
      if (options === undefined) return false;
      const { type = '', user = '', role = '' } = options;
      const isTypeForbidden = !allowed.has(type);
      if (isTypeForbidden) forbidden.push(type);
      hasUser ||= user !== '';
      hasRole ||= role !== '';
      return isTypeForbidden || user !== '' || role !== '';
    };
    const setters = settersText(
      isForbidden(pod.spec.securityContext?.seLinuxOptions),
      namesOf(pod, ({ securityContext }) => isForbidden(securityContext?.seLinuxOptions)),
    );
    if (setters === undefined) return undefined;
    const types = distinct(forbidden);
    const details = [
      ...(types.length > 0 ? [`${plural(types.length, 'type')} ${quotedList(types)}`] : []),
      ...(hasUser ? ['user may not be set'] : []),
      ...(hasRole ? ['role may not be set'] : []),
    ];
    return {
      reason: 'seLinuxOptions',
      detail: `${setters} set forbidden securityContext.seLinuxOptions: ${details.join('; ')}`,
    };
  };
}

/** SELinux types for containers alone, and neither users nor roles. */
export const seLinuxOptions: Check = {
  id: 'seLinuxOptions',
  level: 'baseline',
  versions: [
    { since: 0, check: checkOf(new Set(TYPES)) },
    { since: 31, check: checkOf(new Set([...TYPES, 'container_engine_t'])) },
  ],
};
