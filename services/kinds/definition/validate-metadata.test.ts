import assert from 'node:assert/strict';
import type { ObjectMeta, OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { configMaps } from '../core/config-maps.js';
import { validateMetadata } from './validate-metadata.js';

const owner: OwnerReference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: '1' };
const manager = (name: string): OwnerReference => ({ ...owner, name, controller: true });

const table: readonly (readonly [what: string, metadata: ObjectMeta, ...errors: RegExp[]])[] = [
  ['an owner', { ownerReferences: [owner] }],
  ['an owner of the core group', { ownerReferences: [{ ...owner, apiVersion: 'v1', kind: 'Node' }] }],
  ['two owners, one of them the controller', { ownerReferences: [owner, manager('e')] }],
  [
    'three managers',
    { ownerReferences: [manager('a'), manager('b'), manager('c')] },
    /^metadata.ownerReferences: Invalid value: .*: Only one reference can have Controller set to true. Found "true" in references for Deployment\/a and Deployment\/b$/,
  ],
  [
    'an owner with an empty version',
    { ownerReferences: [{ ...owner, apiVersion: 'apps/' }] },
    /^metadata.ownerReferences\[0\].apiVersion: Invalid value: "apps\/": must be <group>\/<version> or <version>$/,
  ],
  [
    'an owner with three parts in its apiVersion',
    { ownerReferences: [owner, { ...owner, apiVersion: 'a/b/c' }] },
    /^metadata.ownerReferences\[1\].apiVersion: Invalid value: "a\/b\/c": must be/,
  ],
  [
    'an event as an owner',
    { ownerReferences: [{ ...owner, apiVersion: 'v1', kind: 'Event' }] },
    /^metadata.ownerReferences\[0\]: Invalid value: .*: \/v1, Kind=Event is disallowed from being an owner$/,
  ],
  ['finalizers of every kind', { finalizers: ['kubernetes', 'a.b/c', 'orphan'] }],
  [
    'an unqualified finalizer',
    { finalizers: ['a.b/c', 'mine'] },
    /^metadata.finalizers\[1\]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified$/,
  ],
  [
    'contradictory finalizers',
    { finalizers: ['orphan', 'foregroundDeletion'] },
    /^metadata.finalizers: Invalid value: \["orphan","foregroundDeletion"\]: finalizer orphan and foregroundDeletion cannot be both set$/,
  ],
  [
    'field managers',
    { managedFields: [{ manager: 'm'.repeat(128), subresource: 's'.repeat(256) }, { manager: 'Ä b' }, {}] },
  ],
  [
    'a field manager of 129 bytes',
    { managedFields: [{ manager: 'a' }, { manager: `${'m'.repeat(127)}ä` }, { manager: 'm'.repeat(129) }] },
    /^metadata.managedFields\[1\].manager: Too long: may not be more than 128 bytes$/,
    /^metadata.managedFields\[2\].manager: Too long: may not be more than 128 bytes$/,
  ],
  [
    'an unprintable field manager',
    { managedFields: [{ manager: 'ä\n\u200b' }] },
    /^metadata.managedFields\[0\].manager: Invalid value: "ä\\n\u200b": invalid character U\+000A \(at position 2\)$/,
    /: invalid character U\+200B \(at position 3\)$/,
  ],
  [
    'a field manager with a subresource of 257 bytes',
    { managedFields: [{ subresource: 's'.repeat(257) }] },
    /^metadata.managedFields\[0\].subresource: Too long: may not be more than 256 bytes$/,
  ],
];

describe('the metadata of a new object', () => {
  for (const [what, metadata, ...errors] of table) {
    it(`${errors.length === 0 ? 'may' : 'may not'} have ${what}`, () => {
      const object = { metadata: { name: 'a', namespace: 'b', ...metadata } };
      const found = validateMetadata(configMaps, object).map(fieldErrorText);
      assert.equal(found.length, errors.length, found.join('\n'));
      for (const [index, error] of errors.entries()) assert.match(found[index] ?? '', error);
    });
  }
});
