import type { PersistentVolumeClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import { compareQuantities, parseQuantity, type Quantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { storageClassOf } from '../volume/storage-class-name.js';
import { countName, type Evaluator } from './evaluator.js';
import { ONE } from './resource-list.js';
import { satisfies } from './scopes.js';

const COUNT = countName({ group: '', resource: 'persistentvolumeclaims' });
const CLAIMS = 'persistentvolumeclaims';
const STORAGE = 'requests.storage';
/** Separates the name of a storage class from that of a resource. */
const OF_CLASS = '.storageclass.storage.k8s.io/';
const UNIT = 1000n;

export const claimEvaluator: Evaluator = {
  tracks: (name) =>
    name === COUNT || [CLAIMS, STORAGE].some((each) => name === each || name.endsWith(`${OF_CLASS}${each}`)),
  handles: ({ subresource, object, old }) =>
    subresource === '' || (subresource === 'status' && old !== undefined && isReplenishing(object, old)),
  usage: (object) => {
    const claim = object as PersistentVolumeClaim;
    const usage = new Map([
      [CLAIMS, ONE],
      [COUNT, ONE],
    ]);
    const storageClass = storageClassOf(claim);
    const storage = storageOf(claim);
    if (storageClass !== '') usage.set(`${storageClass}${OF_CLASS}${CLAIMS}`, ONE);
    if (storage !== undefined) usage.set(STORAGE, storage);
    if (storage !== undefined && storageClass !== '') usage.set(`${storageClass}${OF_CLASS}${STORAGE}`, storage);
    return usage;
  },
  isInScope: (scope, object) => {
    if (scope.scopeName !== 'VolumeAttributesClass') return false;
    const names = attributesClasses(object as PersistentVolumeClaim);
    return names.length === 0 ? satisfies(scope) : names.some((name) => satisfies(scope, name));
  },
  scopeText: (object) => classesText(object as PersistentVolumeClaim),
  countsOnly: false,
};

/** The requested bytes, or the allocated bytes if they are more. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const requested = spec.resources.requests?.['storage'];
  if (requested === undefined) return undefined;
  const wanted = wholeBytes(parseQuantity(requested));
  const allocated = status.allocatedResources?.['storage'];
  if (allocated === undefined) return wanted;
  const held = parseQuantity(allocated);
  return compareQuantities(held, wanted) > 0 ? wholeBytes(held) : wanted;
}

function wholeBytes({ milli, format }: Quantity): Quantity {
  return { milli: ((milli + UNIT - 1n) / UNIT) * UNIT, format };
}

/** The current, target and requested classes of a claim. */
function attributesClasses({ spec, status }: PersistentVolumeClaim): string[] {
  const names = [
    spec.volumeAttributesClassName,
    status.currentVolumeAttributesClassName,
    status.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return [...new Set(names.filter((name): name is string => name !== undefined && name !== ''))];
}

function classesText(claim: PersistentVolumeClaim): string {
  return attributesClasses(claim).sort().join();
}

function isReplenishing(object: object, old: object): boolean {
  const [now, before] = [object as PersistentVolumeClaim, old as PersistentVolumeClaim];
  return (
    now.status.allocatedResources?.['storage'] !== before.status.allocatedResources?.['storage'] ||
    classesText(now) !== classesText(before)
  );
}
