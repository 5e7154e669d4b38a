import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import type { Part } from '@pilothouse/runtime/limits/part.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import type { Metric } from '@pilothouse/runtime/metrics/series.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { AdmissionAttributes } from './attributes.js';
import type { Awaitable } from './awaitable.js';
import type { Capabilities, Need } from './capabilities.js';
import type { ObjectReader } from './objects.js';
import type { PluginOptions } from './plugin-options.js';

/**
 * An admission plugin. Each method throws a StatusError to refuse the write, any other error if it cannot decide, and never
 * modifies its arguments. Both can run again for the same write, and have no effect outside on a dry run.
 */
export interface AdmissionPlugin {
  readonly name: string;
  /**
   * The writes that the plugin sees; all when absent. A plugin without a matching rule costs nothing. A function is called for
   * each write, and returns the same array until the rules change.
   */
  readonly rules?: readonly AdmissionRule[] | (() => readonly AdmissionRule[]);
  /** Runs before validation. Returns the changed object, or undefined if it does not change. */
  admit?(attributes: AdmissionAttributes): Awaitable<JsonObject | undefined>;
  /** Runs after validation. */
  validate?(attributes: AdmissionAttributes): Awaitable<void>;
}

/** A plugin of the list in `catalog.ts`: its name, what it needs, and how it is made. */
export interface PluginDefinition<N extends Need = Need> {
  /** The name in flags, configuration files, metrics and errors. */
  readonly name: string;
  /** Whether it runs unless `--disable-admission-plugins` names it. */
  readonly isDefault: boolean;
  /** It protects the system, and cannot be disabled. */
  readonly isMandatory?: true;
  /** It runs after the admission services, since its effect must not precede a refusal by another plugin. */
  readonly isLast?: true;
  /** The built-in types that it reads with `host.objects`, with the group names of Kubernetes. */
  readonly reads?: readonly ResourceType[];
  /** The capabilities that it needs. It runs only in hosts that have all of them. */
  readonly needs?: readonly N[];
  /** The metrics that it exposes, for the documentation. */
  readonly metrics?: readonly MetricDefinition[];
  /**
   * Makes the plugin, once for each start of a program; undefined if its configuration leaves nothing to do. Throws an Error
   * that names the wrong value of an invalid configuration.
   */
  readonly create: (host: PluginHost & Pick<Capabilities, N>) => Awaitable<AdmissionPlugin | undefined>;
}

/** What every plugin gets from the program in which it runs. */
export interface PluginHost {
  readonly domain: Domain;
  readonly objects: ObjectReader;
  readonly now: () => Date;
  /** An integer in [0, `limit`). */
  readonly random: (limit: number) => number;
  readonly uuid: () => string;
  /** The plugin's entry in the file of `--admission-control-config-file`. */
  readonly configuration: PluginConfiguration | undefined;
  /** Exposes a metric of the plugin. */
  readonly addMetric: (metric: Metric) => void;
  /** The settings of plugins that are flags. */
  readonly options: PluginOptions;
  /** Waits for milliseconds. Rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The part of this process in limits of the server; absent in a server of one process. */
  readonly part?: Part | undefined;
  /** Counts reloads of files; absent without metrics. */
  readonly reloads?: Reloads;
  /** Ends watches of files and other work in the background. */
  readonly signal: AbortSignal;
  /** Reports a failure in the background to the log. `what` names what failed: a file, a service. */
  readonly onError: (error: unknown, what: string) => void;
}

/** The configuration of one plugin: its field `configuration`, or the content of the file `path`. */
export interface PluginConfiguration {
  readonly value: JsonObject;
  /** The file and the field, for messages. */
  readonly source: string;
  /** Relative paths in it are relative to this directory. */
  readonly directory: string;
}

/** A definition whose `create` gets exactly the capabilities in `needs`. */
export function definePlugin<const N extends Need = never>(definition: PluginDefinition<N>): PluginDefinition<N> {
  return definition;
}
