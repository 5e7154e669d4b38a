import { createHash } from 'node:crypto';
import { aesCbc, aesGcm, type Cipher, type CreateCipher } from './ciphers.js';
import { chainOf, type ObserveTransformation, type Observed } from './chain.js';
import type {
  EncryptionConfiguration,
  KeysConfiguration,
  KmsConfiguration,
  ProviderConfiguration,
} from './configuration-types.js';
import { followKmsPlugin, type KmsPlugin } from './kms/plugin.js';
import { kmsProvider } from './kms/provider.js';
import { statusOf } from './kms/status.js';
import { tracedProvider } from './kms/traced.js';
import type { EncryptionObserver } from './observer.js';
import { identity, keyedProvider, type NamedCipher } from './providers.js';
import type { FillRandom } from './random.js';
import { ANYTHING, groupResourceText, parseGroupResource, type GroupResource } from './resource-names.js';
import { loadSecretbox } from './secretbox.js';
import type { Provider, Transformer } from './transformer.js';

/** A configuration in use. */
export interface Built {
  /** The transformer of a resource. Values of resources that are not configured are stored in the clear. */
  readonly transformerOf: (resource: GroupResource) => Transformer;
  readonly plugins: readonly KmsPlugin[];
  /** Milliseconds in which all calls of plugins that have begun end. */
  readonly grace: number;
  /** Ends the checks of plugins and closes their connections. */
  readonly close: () => void;
}

export interface BuildOptions {
  readonly observer: EncryptionObserver;
  readonly fillRandom: FillRandom;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with each failed check of a plugin. */
  readonly onError: (error: unknown) => void;
}

/** The provider for one resource, whose operations are reported. */
type ProviderOf = (observed: Observed) => Provider;

const CIPHERS = {
  aesgcm: { prefix: 'k8s:enc:aesgcm:v1:', family: 'AES', load: async (): Promise<CreateCipher> => aesGcm },
  aescbc: { prefix: 'k8s:enc:aescbc:v1:', family: 'AES', load: async (): Promise<CreateCipher> => aesCbc },
  secretbox: { prefix: 'k8s:enc:secretbox:v1:', family: 'Secretbox', load: loadSecretbox },
} as const;

/** Throws an Error with Kubernetes' text for rules that mask others, and one for KMS version 1, which is not supported. */
export async function buildEncryption({ resources }: EncryptionConfiguration, options: BuildOptions): Promise<Built> {
  const off = new AbortController();
  try {
    const plugins: KmsPlugin[] = [];
    const providersOf = new Map<string, ProviderOf[]>();
    let timeouts = 0;
    for (const { resources: names, providers: configured } of resources) {
      const providers: ProviderOf[] = [];
      for (const each of configured) {
        if (each.kms === undefined) providers.push(await localProvider(each, options));
        else {
          const { plugin, provider } = await remoteProvider(each.kms, { ...options, signal: off.signal });
          plugins.push(plugin);
          providers.push(() => provider);
          timeouts += each.kms.timeout;
        }
      }
      for (const name of names) addRule(providersOf, name, providers);
    }
    return { transformerOf: lookup(providersOf, options), plugins, grace: 2 * timeouts, close: () => off.abort() };
  } catch (error) {
    off.abort();
    throw error;
  }
}

function addRule(providersOf: Map<string, ProviderOf[]>, name: string, providers: readonly ProviderOf[]): void {
  const resource = parseGroupResource(name);
  for (const mask of [{ ...resource, resource: '*' }, ANYTHING]) {
    if (!providersOf.has(groupResourceText(mask))) continue;
    const texts = [resource, mask].map((each) => JSON.stringify(groupResourceText(each)));
    throw new Error(`resource ${texts[0]} is masked by earlier rule ${texts[1]}`);
  }
  const text = groupResourceText(resource);
  providersOf.set(text, [...(providersOf.get(text) ?? []), ...providers]);
}

/** The first of: the rule of the resource, that of its group, that of everything. */
function lookup(
  providersOf: ReadonlyMap<string, readonly ProviderOf[]>,
  { observer, clock }: BuildOptions,
): Built['transformerOf'] {
  return (resource) => {
    const rules = [resource, { ...resource, resource: '*' }, ANYTHING].map(groupResourceText);
    const found = rules.map((rule) => providersOf.get(rule)).find((providers) => providers !== undefined);
    const text = groupResourceText(resource);
    const observe: ObserveTransformation = (type, prefix, seconds, error) =>
      observer.transformed(text, type, { prefix, seconds, status: statusOf(error) });
    const [first, ...others] = (found ?? []).map((providerOf) => providerOf({ observe, clock }));
    if (first === undefined) return identity;
    return chainOf([first, ...others], observe, clock);
  };
}

async function localProvider(provider: ProviderConfiguration, { fillRandom }: BuildOptions): Promise<ProviderOf> {
  for (const type of ['aesgcm', 'aescbc', 'secretbox'] as const) {
    const configured = provider[type];
    if (configured === undefined) continue;
    const { prefix, family, load } = CIPHERS[type];
    const create = await load();
    const ciphers = ciphersOf(configured, (secret) => create(secret, fillRandom));
    return (observed) => keyedProvider(prefix, family, ciphers, observed);
  }
  return () => identity;
}

function ciphersOf(
  { keys }: KeysConfiguration,
  create: (secret: Uint8Array) => Cipher,
): readonly [NamedCipher, ...NamedCipher[]] {
  const [first, ...others] = keys.map(({ name, secret }) => ({ name, cipher: create(Buffer.from(secret, 'base64')) }));
  if (first === undefined) throw new Error('a provider has no keys');
  return [first, ...others];
}

async function remoteProvider(
  kms: KmsConfiguration,
  { observer, fillRandom, clock, now, onError, signal }: BuildOptions & { readonly signal: AbortSignal },
): Promise<{ readonly plugin: KmsPlugin; readonly provider: Provider }> {
  const { name } = kms;
  if (kms.apiVersion === 'v1') throw new Error(noVersion1(name));
  const { called, generated, keyUsed, keyReported, invalidKeyReported, missed, seeds } = observer.kms;
  // Loads the gRPC client.
  const { kmsService } = await import('./kms/service.js');
  const service = kmsService(kms, { observe: (method, seconds, code) => called(name, method, seconds, code), clock });
  const common = { name, service, fillRandom, now };
  const plugin = await followKmsPlugin({
    ...common,
    onKeyId: (keyId) => keyReported(name, keyId),
    onInvalidKeyId: (code) => invalidKeyReported(name, code),
    onGenerated: generated,
    clock,
    onError,
    signal,
  });
  const provider = kmsProvider({
    ...common,
    plugin,
    onKeyUsed: (type, keyId) => keyUsed(name, type, keyId),
    onMiss: missed,
    onSize: (count) => seeds(name, count),
  });
  return { plugin, provider: tracedProvider(provider, name) };
}

function noVersion1(name: string): string {
  return `the KMS provider ${JSON.stringify(name)} has apiVersion v1, which is not supported: use a plugin of version 2 with apiVersion v2`;
}

/** The hash of a configuration's text, in Kubernetes' form. */
export function contentHash(content: string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
