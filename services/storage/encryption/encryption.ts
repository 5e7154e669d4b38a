import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { asOutage } from '@pilothouse/runtime/logging/outage.js';
import { aggregate, type Transformer } from './transformer.js';
import { buildEncryption, contentHash, type BuildOptions, type Built } from './build.js';
import { readConfiguration, type ReadOptions } from './configuration.js';
import type { EncryptionObserver } from './observer.js';
import { createRandom } from './random.js';
import { groupResourceText, type GroupResource } from './resource-names.js';

export interface EncryptionOptions extends ReadOptions {
  /** Whether changes of the file take effect while the server runs. */
  readonly reloads: boolean;
  readonly observer: EncryptionObserver;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
  /** Milliseconds since 1970; those of the process when absent. */
  readonly now?: () => number;
  /** Called with failed checks of plugins, and once for each reload that fails, with the error as {@link asOutage} makes it. */
  readonly onError: (error: unknown) => void;
  readonly onReloaded: () => void;
  /** Milliseconds between two looks at the file; 2,000 when absent. */
  readonly interval?: number;
}

export interface EncryptionCheck {
  readonly name: string;
  readonly check: () => Promise<void>;
}

/** Encryption at rest, by the configuration in a file. */
export interface Encryption {
  /** The transformer of a resource, by the configuration that is in use when it is called. */
  readonly transformerOf: (resource: GroupResource) => Transformer;
  /** The number of reloads. */
  readonly version: () => number;
  /**
   * The health checks, with Kubernetes' names, which reject if a plugin does not work: one for each, or one for all if a reload may
   * change them, beside that of the reloads.
   */
  readonly checks: readonly EncryptionCheck[];
  readonly close: () => void;
}

const INTERVAL = 2_000;
/** Milliseconds for new plugins to become healthy. */
const HEALTHY_WITHIN = 10_000;
const HEALTH_INTERVAL = 100;

/** Rejects with Kubernetes' text for a file that cannot be read or is invalid. */
export async function openEncryption(options: EncryptionOptions): Promise<Encryption> {
  const { observer, clock, now = Date.now, reloads } = options;
  const onError = (error: unknown): void => options.onError(asOutage(error));
  const build: BuildOptions = { observer, fillRandom: createRandom(), clock, now, onError };
  const off = new AbortController();
  let used = await load(options, build);
  observer.configured(used.hash);
  let version = 0;
  const transformers = new Map<string, { readonly built: Built; readonly transformer: Transformer }>();

  function current(resource: GroupResource, name: string): Transformer {
    const { built } = used;
    const known = transformers.get(name);
    if (known?.built === built) return known.transformer;
    const transformer = built.transformerOf(resource);
    transformers.set(name, { built, transformer });
    return transformer;
  }

  async function look(): Promise<void> {
    const next = await changed(options, build, used.hash);
    if (next === undefined) return;
    try {
      await becomeHealthy(next.built, off.signal);
    } catch (error) {
      next.built.close();
      throw error;
    }
    const former = used.built;
    used = next;
    version += 1;
    observer.configured(next.hash);
    // Calls that have begun end first.
    setTimeout(former.close, former.grace).unref();
  }

  async function follow(): Promise<void> {
    let problem = '';
    while (!off.signal.aborted) {
      await delay(options.interval ?? INTERVAL, undefined, { ref: false, signal: off.signal }).catch(() => undefined);
      if (off.signal.aborted) return;
      const before = used;
      try {
        await look();
        if (used !== before) {
          observer.reloaded('success');
          options.onReloaded();
        }
        problem = '';
      } catch (error) {
        if (off.signal.aborted) return;
        observer.reloaded('failure');
        // Each attempt counts, as in Kubernetes; the log has each problem once.
        if (errorMessage(error) !== problem) onError(error);
        problem = errorMessage(error);
      }
    }
  }

  if (reloads) void follow();
  return {
    transformerOf(resource) {
      const name = groupResourceText(resource);
      return {
        read: (data, key, trace) => current(resource, name).read(data, key, trace),
        write: (value, key, trace) => current(resource, name).write(value, key, trace),
        isCurrent: (data) => current(resource, name).isCurrent(data),
      };
    },
    version: () => version,
    checks: reloads
      ? [
          { name: 'kms-providers', check: () => checkPlugins(used.built) },
          { name: 'poststarthook/start-encryption-provider-config-automatic-reload', check: async () => {} },
        ]
      : used.built.plugins.map(({ check }, index) => ({ name: pluginName(index), check })),
    close() {
      off.abort();
      used.built.close();
    },
  };
}

interface Loaded {
  readonly hash: string;
  readonly built: Built;
}

/** The configuration of a changed file. */
async function changed(options: EncryptionOptions, build: BuildOptions, hash: string): Promise<Loaded | undefined> {
  const content = await contentOf(options);
  return contentHash(content) === hash ? undefined : loadContent(content, options, build);
}

async function load(options: EncryptionOptions, build: BuildOptions): Promise<Loaded> {
  return loadContent(await contentOf(options), options, build);
}

async function loadContent(content: string, options: EncryptionOptions, build: BuildOptions): Promise<Loaded> {
  const configuration = prefixed('error while parsing file', () => readConfiguration(content, options));
  try {
    return { hash: contentHash(content), built: await buildEncryption(configuration, build) };
  } catch (error) {
    throw new Error(`error while building transformers: ${errorMessage(error)}`, { cause: error });
  }
}

async function contentOf({ path }: EncryptionOptions): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const where = `error reading encryption provider configuration file ${JSON.stringify(path)}`;
    throw new Error(`error while parsing file: error while loading file: ${where}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

function prefixed<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Error(`${what}: ${errorMessage(error)}`, { cause: error });
  }
}

const pluginName = (index: number): string => `kms-provider-${index}`;

async function checkPlugins({ plugins }: Pick<Built, 'plugins'>): Promise<void> {
  const checks = plugins.map(async ({ check }, index) => {
    try {
      await check();
      return undefined;
    } catch (error) {
      return new Error(`${pluginName(index)}: ${errorMessage(error)}`, { cause: error });
    }
  });
  const errors = (await Promise.all(checks)).filter((error) => error !== undefined);
  if (errors.length > 0) throw aggregate(errors);
}

/** Rejects with the last problem after {@link HEALTHY_WITHIN}. */
async function becomeHealthy(built: Built, signal: AbortSignal): Promise<void> {
  const within = Math.max(built.grace, HEALTHY_WITHIN);
  for (let waited = 0; ; waited += HEALTH_INTERVAL) {
    try {
      await checkPlugins(built);
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      if (waited >= within) {
        const what = 'health check for new transformers failed, polling error timed out waiting for the condition';
        throw new Error(`${what}: ${errorMessage(error)}`, { cause: error });
      }
    }
    await delay(HEALTH_INTERVAL, undefined, { ref: false });
  }
}
