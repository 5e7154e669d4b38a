import { fieldPath, invalid, keyPath, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type {
  EncryptionConfiguration,
  KeyConfiguration,
  KeysConfiguration,
  KmsConfiguration,
  ProviderConfiguration,
} from './configuration-types.js';
import { durationText } from './duration.js';
import { ANYTHING, isSameResource, parseGroupResource } from './resource-names.js';

/** Bytes of a key. */
const AES_KEYS = [16, 24, 32];
const SECRETBOX_KEYS = [32];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const OVERLAP =
  "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";
const NO_API = 'resources which do not have REST API/s cannot be encrypted';
const WITHOUT_API = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations'];

/** Kubernetes' rules, in its order and with its texts, except that errors never contain a key. */
export function validateConfiguration({ resources }: EncryptionConfiguration): FieldError[] {
  if (resources.length === 0) return [atLeastOne('resources')];
  const names = new Set<string>();
  return resources.flatMap(({ resources: list, providers }, index) => {
    const path = keyPath('resources', index);
    const [resourcesPath, providersPath] = [fieldPath(path, 'resources'), fieldPath(path, 'providers')];
    return [
      ...(list.length === 0 ? [atLeastOne(resourcesPath)] : []),
      ...overlaps(list, resourcesPath),
      ...list.flatMap((name, at) => nameErrors(name, keyPath(resourcesPath, at))),
      ...(providers.length === 0 ? [atLeastOne(providersPath)] : []),
      ...providers.flatMap((provider, at) => providerErrors(provider, keyPath(providersPath, at), names)),
    ];
  });
}

function atLeastOne(path: string): FieldError {
  return required(path, `at least one ${path} is required`);
}

function overlaps(list: readonly string[], path: string): FieldError[] {
  const parsed = list.map(parseGroupResource);
  const pairs = parsed.flatMap((one, index) => parsed.filter((_, at) => at !== index).map((other) => ({ one, other })));
  const hasDuplicate = pairs.some(({ one, other }) => isSameResource(one, other));
  const hasOverlap = pairs.some(
    ({ one, other }) =>
      !isSameResource(one, other) &&
      (isSameResource(one, ANYTHING) ||
        (one.group === other.group && (one.resource === '*' || other.resource === '*'))),
  );
  return [
    ...(hasDuplicate ? [invalid(path, [...list], 'the same resource cannot be specified multiple times')] : []),
    ...(hasOverlap ? [invalid(path, [...list], OVERLAP)] : []),
  ];
}

function nameErrors(name: string, path: string): FieldError[] {
  const problem = nameProblem(name);
  return problem === undefined ? [] : [invalid(path, name, problem)];
}

function nameProblem(name: string): string | undefined {
  if (name.toLowerCase() !== name) return 'resource name should not contain capital letters';
  if (name === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (WITHOUT_API.includes(name)) return NO_API;
  const { group, resource } = parseGroupResource(name);
  if (group === 'events.k8s.io') {
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  }
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption";
  return group === '*' && resource !== '*' ? 'encrypting the same resource across groups is not supported' : undefined;
}

function providerErrors(provider: ProviderConfiguration, path: string, names: Set<string>): FieldError[] {
  const { aesgcm, aescbc, secretbox, kms } = provider;
  const errors = countErrors(provider, path);
  if (kms !== undefined) {
    errors.push(...kmsErrors(kms, fieldPath(path, 'kms'), names));
    names.add(kms.name);
  } else if (aesgcm !== undefined) errors.push(...keysErrors(aesgcm, fieldPath(path, 'aesgcm.keys'), AES_KEYS));
  else if (aescbc !== undefined) errors.push(...keysErrors(aescbc, fieldPath(path, 'aescbc.keys'), AES_KEYS));
  else if (secretbox !== undefined) {
    errors.push(...keysErrors(secretbox, fieldPath(path, 'secretbox.keys'), SECRETBOX_KEYS));
  }
  return errors;
}

function countErrors(provider: ProviderConfiguration, path: string): FieldError[] {
  const count = Object.keys(provider).length;
  if (count === 1) return [];
  return [
    invalid(
      path,
      shownProvider(provider),
      count === 0
        ? 'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity'
        : 'more than one provider specified in a single element, should split into different list elements',
    ),
  ];
}

/** As Kubernetes shows it, without the secrets. */
function shownProvider({ aesgcm, aescbc, secretbox, identity, kms }: ProviderConfiguration): JsonObject {
  const shown = (keys: KeysConfiguration | undefined): JsonValue =>
    keys === undefined ? null : { Keys: keys.keys.map(({ name }) => ({ Name: name, Secret: 'REDACTED' })) };
  const service = kms && {
    APIVersion: kms.apiVersion,
    Name: kms.name,
    CacheSize: kms.cachesize ?? null,
    Endpoint: kms.endpoint,
    Timeout: durationText(kms.timeout),
  };
  return {
    AESGCM: shown(aesgcm),
    AESCBC: shown(aescbc),
    Secretbox: shown(secretbox),
    Identity: identity === undefined ? null : {},
    KMS: service ?? null,
  };
}

function keysErrors({ keys }: KeysConfiguration, path: string, sizes: readonly number[]): FieldError[] {
  if (keys.length === 0) return [required(path, 'at least one keys is required')];
  return keys.flatMap((key, index) => keyErrors(key, keyPath(path, index), sizes));
}

function keyErrors({ name, secret }: KeyConfiguration, path: string, sizes: readonly number[]): FieldError[] {
  const errors = name === '' ? [required(fieldPath(path, 'name'), 'name is a mandatory field for a key')] : [];
  const problem = secretError(secret, fieldPath(path, 'secret'), sizes);
  return problem === undefined ? errors : [...errors, problem];
}

function secretError(secret: string, path: string, sizes: readonly number[]): FieldError | undefined {
  if (secret === '') return required(path, 'secret is a mandatory field for a key');
  // Go's decoder ignores line breaks.
  const encoded = secret.replace(/[\r\n]/g, '');
  if (!BASE64.test(encoded)) return invalid(path, 'REDACTED', 'secrets must be base64 encoded');
  const size = Buffer.from(encoded, 'base64').length;
  if (sizes.includes(size)) return undefined;
  const why = `secret is not of the expected length, got ${size}, expected one of [${sizes.join(' ')}]`;
  return invalid(path, 'REDACTED', why);
}

function kmsErrors(kms: KmsConfiguration, path: string, names: ReadonlySet<string>): FieldError[] {
  const { apiVersion, name, cachesize, endpoint, timeout } = kms;
  const at = (child: string): string => fieldPath(path, child);
  const isFirst = apiVersion === 'v1';
  return [
    ...(name === '' ? [required(at('name'), 'name is a mandatory field for a provider')] : []),
    ...(!isFirst && name.includes(':')
      ? [invalid(at('name'), name, `invalid KMS provider name ${name}, must not contain ':'`)]
      : []),
    ...(!isFirst && names.has(name)
      ? [invalid(at('name'), name, `duplicate KMS provider name ${name}, names must be unique`)]
      : []),
    ...(timeout <= 0 ? [invalid(at('timeout'), durationText(timeout), 'timeout should be a positive value')] : []),
    ...endpointErrors(endpoint, at('endpoint')),
    ...(!isFirst && cachesize !== undefined
      ? [invalid(at('cachesize'), cachesize, 'cachesize is not supported in v2')]
      : []),
    ...(isFirst && cachesize === 0
      ? [invalid(at('cachesize'), 0, 'cachesize should be a positive value, or negative to disable')]
      : []),
    ...(isFirst || apiVersion === 'v2'
      ? []
      : [
          invalid(
            at('apiVersion'),
            apiVersion,
            'unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported',
          ),
        ]),
  ];
}

function endpointErrors(endpoint: string, path: string): FieldError[] {
  if (endpoint === '') return [invalid(path, '', 'endpoint is a mandatory field for a kms')];
  const quoted = JSON.stringify(endpoint);
  const escape = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(endpoint)?.[0];
  if (escape !== undefined) {
    const why = `parse ${quoted}: invalid URL escape ${JSON.stringify(escape)}`;
    return [invalid(path, endpoint, `invalid endpoint for kms provider, error: ${why}`)];
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(endpoint)?.[1]?.toLowerCase() ?? '';
  if (scheme === 'unix') return [];
  const why = `unsupported scheme ${JSON.stringify(scheme)} for KMS provider, only unix is supported`;
  return [invalid(path, endpoint, why)];
}
