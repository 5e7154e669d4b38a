import type { Check, CheckPod } from './check.js';
import { plural, quotedList } from './texts.js';

const check: CheckPod = ({ spec: { volumes } }) => {
  const names = volumes?.filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name) ?? [];
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${plural(names.length, 'volume')} ${quotedList(names)}` };
};

/** Pods cannot mount the host's files. */
export const hostPathVolumes: Check = {
  id: 'hostPathVolumes',
  level: 'baseline',
  versions: [{ since: 0, check }],
};
