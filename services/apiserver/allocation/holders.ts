import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { IPAddress, ParentReference } from '@pilothouse/apimachinery/generated/networking/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { addressText, parseAddress } from '@pilothouse/apimachinery/names/address.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { trackFields } from '../registry/fields/track.js';
import { collectionPrefix, objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';

/** The service that holds an address or a port. */
export interface Holder {
  readonly namespace: string;
  readonly name: string;
}

/** The prefix of the keys of node ports. They belong to no resource. */
export const PORTS_PREFIX = '/ranges/servicenodeports/';

/** The key of a node port, whose value names its holder. */
export function portKey(port: number): string {
  return PORTS_PREFIX + port;
}

export function portValue({ namespace, name }: Holder): Uint8Array {
  return Buffer.from(writeJson(Object.assign(newObject(), { namespace, name })));
}

/** The holder of a port whose value is damaged. */
const NO_HOLDER: Holder = { namespace: '', name: '' };

export function portHolder({ value }: Entry): Holder {
  const { value: holder } = parseJson(value);
  if (!isObject(holder)) return NO_HOLDER;
  const { namespace, name } = holder;
  return typeof namespace === 'string' && typeof name === 'string' ? { namespace, name } : NO_HOLDER;
}

/** The name of an address that is valid. */
export function canonical(address: string): string {
  const parsed = parseAddress(address);
  return parsed === undefined ? address : addressText(parsed.family, parsed.value);
}

/** The stored IPAddresses of services. */
export interface AddressHolders {
  readonly key: (address: string) => string;
  /** The address of a key. */
  readonly address: (key: string) => string;
  /** Whether this server made the IPAddress, and not a user. */
  readonly isManaged: (entry: Entry) => boolean;
  /** The value of a new IPAddress. */
  readonly value: (address: string, family: string, holder: Holder) => Uint8Array;
  /** The service to which an IPAddress refers; undefined if it refers to another object. */
  readonly holder: (entry: Entry) => Holder | undefined;
}

export function addressHolders(addresses: Resource, domain: Domain): AddressHolders {
  const { definition, environment, stored } = addresses;
  const managedBy = `ipaddress.${domain.label}/managed-by`;
  const manager = domain.group('ipallocator');
  const labels = (family: string) => ({ [`ipaddress.${domain.label}/ip-family`]: family, [managedBy]: manager });
  let owned: JsonObject | undefined;

  /** All IPAddresses have the same fields, so their owner is computed once. */
  function ownedFields(object: JsonObject): JsonObject {
    if (owned === undefined) {
      const copy = Object.assign(newObject(), object);
      runWithoutYielding(trackFields(addresses, copy, undefined, { manager: 'pilothouse', subresource: '' }));
      owned = (copy as IPAddress).metadata.managedFields?.[0] ?? newObject();
    }
    return Object.assign(newObject(), owned, { time: timestamp(environment.now()) });
  }

  return {
    key: (address) => objectKey(definition, '', address),
    address: (key) => key.slice(collectionPrefix(definition).length),
    isManaged: (entry) => metadataOf(stored.decodeMetadata(entry)).labels?.[managedBy] === manager,
    value(address, family, { namespace, name }) {
      const metadata = Object.assign(newObject(), {
        name: address,
        uid: environment.uuid(),
        creationTimestamp: timestamp(environment.now()),
        labels: Object.assign(newObject(), labels(family)),
      });
      const parentRef = Object.assign(newObject(), { resource: 'services', namespace, name });
      const object = Object.assign(newObject(), { metadata, spec: Object.assign(newObject(), { parentRef }) });
      return stored.encode(
        Object.assign(object, { metadata: Object.assign(metadata, { managedFields: [ownedFields(object)] }) }),
      );
    },
    holder: (entry) => serviceOf((stored.decode(entry) as IPAddress).spec.parentRef),
  };
}

function serviceOf(parent: ParentReference | undefined): Holder | undefined {
  const { group = '', resource, namespace = '', name = '' } = parent ?? {};
  return group === '' && resource === 'services' ? { namespace, name } : undefined;
}
