import { goQuote } from '@pilothouse/apimachinery/json/go-escape.js';
import type { AppArmorProfile } from '@pilothouse/apimachinery/generated/core/v1.js';
import { APP_ARMOR } from '@pilothouse/kinds/core/pod/app-armor.js';
import type { Check, CheckPod } from './check.js';
import { distinct, namesOf, plural, quotedList, settersText } from './texts.js';

const check: CheckPod = (pod) => {
  const types: string[] = [];
  const isForbidden = (profile: AppArmorProfile | undefined): boolean => {
    if (profile === undefined || profile.type === 'RuntimeDefault' || profile.type === 'Localhost') return false;
    types.push(profile.type);
    return true;
  };
  const setters = settersText(
    isForbidden(pod.spec.securityContext?.appArmorProfile),
    namesOf(pod, ({ securityContext }) => isForbidden(securityContext?.appArmorProfile)),
  );
  const annotations = forbiddenAnnotations(pod.annotations);
  if (setters === undefined && annotations.length === 0) return undefined;
  const all = [
    ...(setters === undefined ? [] : [setters]),
    ...(annotations.length === 0 ? [] : [plural(annotations.length, 'annotation')]),
  ];
  const values = [...distinct(types), ...annotations];
  return {
    reason: plural(values.length, 'forbidden AppArmor profile'),
    detail: `${all.join(' and ')} must not set AppArmor profile type to ${quotedList(values)}`,
  };
};

function forbiddenAnnotations(annotations: Readonly<Record<string, string>>): string[] {
  const texts: string[] = [];
  for (const key of Object.keys(annotations)) {
    const value = annotations[key] ?? '';
    if (!key.startsWith(APP_ARMOR) || value === '' || value === 'runtime/default') continue;
    if (!value.startsWith('localhost/')) texts.push(`${key}=${goQuote(value)}`);
  }
  return texts.sort();
}

/** AppArmor profiles can be chosen, but not turned off. */
export const appArmorProfile: Check = {
  id: 'appArmorProfile',
  level: 'baseline',
  versions: [{ since: 0, check }],
};
