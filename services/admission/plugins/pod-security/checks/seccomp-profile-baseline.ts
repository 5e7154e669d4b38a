import { goQuote } from '@pilothouse/apimachinery/json/go-escape.js';
import { SECCOMP_CONTAINER, SECCOMP_POD } from '@pilothouse/kinds/core/pod/validate-annotations.js';
import type { Check, CheckPod } from './check.js';
import { forbiddenSeccomp, SECCOMP_REASON } from './seccomp-types.js';
import { distinct, plural } from './texts.js';

const NAMED_PROFILES: readonly string[] = ['runtime/default', 'docker/default'];

/** Before v1.19, annotations had the profiles. */
const checkAnnotations: CheckPod = ({ annotations, containers }) => {
  const keys = [SECCOMP_POD, ...containers.map(({ name }) => SECCOMP_CONTAINER + name)];
  const forbidden = keys.flatMap((key) => {
    const value = annotations[key];
    if (value === undefined || NAMED_PROFILES.includes(value) || value.startsWith('localhost/')) return [];
    return [`${key}=${goQuote(value)}`];
  });
  if (forbidden.length === 0) return undefined;
  const list = distinct(forbidden);
  return {
    reason: SECCOMP_REASON,
    detail: `forbidden ${plural(list.length, 'annotation')} ${list.join(', ')}`,
  };
};

/** Seccomp profiles can be chosen, but not turned off. */
export const seccompProfileBaseline: Check = {
  id: 'seccompProfile_baseline',
  level: 'baseline',
  versions: [
    { since: 0, check: checkAnnotations },
    { since: 19, check: forbiddenSeccomp },
  ],
};
