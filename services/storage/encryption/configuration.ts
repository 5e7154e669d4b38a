import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import type { Schema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { field, listOf, struct } from '@pilothouse/runtime/files/document.js';
import { durationOf } from './duration.js';
import { aggregate } from './transformer.js';
import { validateConfiguration } from './validate.js';
import type {
  EncryptionConfiguration,
  KeyConfiguration,
  KeysConfiguration,
  KmsConfiguration,
} from './configuration-types.js';

export interface ReadOptions {
  /** Path of the file, for error messages. */
  readonly path: string;
  /** Such as `apiserver.config.k8s.io/v1`. */
  readonly apiVersion: string;
}

const text: Schema = { type: 'string' };
const keys = struct('AESConfiguration', [
  field(
    'keys',
    listOf(struct('Key', [field('name', text, 'optional'), field('secret', text, 'optional')])),
    'optional',
  ),
]);
const kms = struct('KMSConfiguration', [
  field('apiVersion', text, 'optional'),
  field('name', text, 'optional'),
  field('cachesize', { type: 'integer', format: 'int32' }, 'optional'),
  field('endpoint', text, 'optional'),
  field('timeout', text, 'optional'),
]);
/** A provider counts when it is present, even if it is empty. */
const named = (name: string, schema: StructSchema) => ({
  ...field(name, schema, 'optional'),
  presence: 'explicit' as const,
});
const provider = struct('ProviderConfiguration', [
  named('aesgcm', keys),
  named('aescbc', keys),
  named('secretbox', keys),
  named('identity', struct('IdentityConfiguration', [])),
  named('kms', kms),
]);
const configuration: StructSchema = struct('EncryptionConfiguration', [
  field('kind', text, 'optional'),
  field('apiVersion', text, 'optional'),
  field(
    'resources',
    listOf(
      struct('ResourceConfiguration', [
        field('resources', listOf(text), 'optional'),
        field('providers', listOf(provider), 'optional'),
      ]),
    ),
    'optional',
  ),
]);
const decode = compileDecoder(configuration);

/** The configuration in a file's text, YAML or JSON. Throws an Error with Kubernetes' texts for all problems. */
export function readConfiguration(content: string, { path, apiVersion }: ReadOptions): EncryptionConfiguration {
  if (content.length === 0) {
    throw new Error(
      `error while loading file: encryption provider configuration file ${JSON.stringify(path)} is empty`,
    );
  }
  const decoded = decodeStrictly(content, { path, apiVersion });
  const errors = validateConfiguration(decoded);
  if (errors.length > 0) throw aggregate(errors.map((error) => new Error(fieldErrorText(error))));
  return decoded;
}

function decodeStrictly(content: string, { path, apiVersion }: ReadOptions): EncryptionConfiguration {
  const fail = (why: string, cause?: unknown): never => {
    const where = `error decoding encryption provider configuration file ${JSON.stringify(path)}`;
    throw new Error(`${where}: ${why}`, { cause });
  };
  try {
    const { value, duplicates } = parseYaml(content);
    if (!isObject(value)) return fail("couldn't get version/kind; the file does not hold an object");
    refuseOtherType(value, apiVersion, fail);
    const { value: decoded, unknown } = decode(value);
    const problems = [
      ...duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`),
      ...unknown.map((field) => `unknown field ${JSON.stringify(field)}`),
    ];
    if (problems.length > 0) return fail(`strict decoding error: ${problems.join(', ')}`);
    return withDefaults(decoded);
  } catch (error) {
    if (error instanceof DecodeError) return fail(`${error.path}: ${error.message}`, error);
    if (error instanceof Error && error.message.startsWith('error decoding')) throw error;
    return fail(errorMessage(error), error);
  }
}

function refuseOtherType(
  { kind, apiVersion }: Readonly<Record<string, JsonValue | undefined>>,
  wanted: string,
  fail: (why: string) => never,
): void {
  if (typeof kind !== 'string' || kind === '') fail("Object 'Kind' is missing");
  if (typeof apiVersion !== 'string' || apiVersion === '') fail("Object 'apiVersion' is missing");
  if (kind !== 'EncryptionConfiguration' || apiVersion !== wanted) {
    fail(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
  }
}

/** The configuration as decoded. */
interface Sparse {
  readonly resources?: readonly {
    readonly resources?: readonly string[];
    readonly providers?: readonly SparseProvider[];
  }[];
}

interface SparseProvider {
  readonly aesgcm?: SparseKeys;
  readonly aescbc?: SparseKeys;
  readonly secretbox?: SparseKeys;
  readonly identity?: object;
  readonly kms?: SparseKms;
}

interface SparseKeys {
  readonly keys?: readonly Partial<KeyConfiguration>[];
}

interface SparseKms extends Partial<Omit<KmsConfiguration, 'timeout'>> {
  readonly timeout?: string;
}

function withDefaults({ resources = [] }: Sparse): EncryptionConfiguration {
  return {
    resources: resources.map(({ resources: names = [], providers = [] }) => ({
      resources: names,
      providers: providers.map(({ aesgcm, aescbc, secretbox, identity, kms: service }) => ({
        ...(aesgcm && { aesgcm: keysOf(aesgcm) }),
        ...(aescbc && { aescbc: keysOf(aescbc) }),
        ...(secretbox && { secretbox: keysOf(secretbox) }),
        ...(identity && { identity }),
        ...(service && { kms: kmsOf(service) }),
      })),
    })),
  };
}

function keysOf({ keys: list = [] }: SparseKeys): KeysConfiguration {
  return { keys: list.map(({ name = '', secret = '' }) => ({ name, secret })) };
}

const TIMEOUT = '3s';

function kmsOf({
  apiVersion = '',
  name = '',
  cachesize,
  endpoint = '',
  timeout = TIMEOUT,
}: SparseKms): KmsConfiguration {
  return {
    apiVersion: apiVersion === '' ? 'v1' : apiVersion,
    name,
    endpoint,
    timeout: durationOf(timeout),
    ...(cachesize !== undefined && { cachesize }),
  };
}
