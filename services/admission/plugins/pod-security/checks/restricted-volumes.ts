import type { Volume } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Check, CheckPod } from './check.js';
import { hostPathVolumes } from './host-path-volumes.js';
import { distinct, plural, quotedList } from './texts.js';

type VolumeType = Exclude<keyof Volume, 'name'>;

const ALLOWED: readonly VolumeType[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

const check: CheckPod = ({ spec: { volumes = [] } }) => {
  const restricted = volumes.filter((volume) => !ALLOWED.some((type) => volume[type] !== undefined));
  if (restricted.length === 0) return undefined;
  const types = distinct(restricted.map(typeOf));
  const names = quotedList(restricted.map(({ name }) => name));
  const subject = `${plural(restricted.length, 'volume')} ${names} ${plural(restricted.length, 'uses', 'use')}`;
  return {
    reason: 'restricted volume types',
    detail: `${subject} ${plural(types.length, 'restricted volume type')} ${quotedList(types)}`,
  };
};

/** A valid volume has one type. */
function typeOf(volume: Volume): string {
  return Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
}

/** Volumes can have only types that need no rights on the node. */
export const restrictedVolumes: Check = {
  id: 'restrictedVolumes',
  level: 'restricted',
  versions: [{ since: 0, check, replaces: hostPathVolumes.id }],
};
