import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { PLUGINS } from '@pilothouse/admission/catalog.js';
import { list, mapping, optionalText, refuseOthers } from '@pilothouse/admission/config-values.js';
import type { PluginConfiguration } from '@pilothouse/admission/plugin.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { servicesIn, type RemoteServiceConfig } from './remote/config.js';

/** The content of the file of `--admission-control-config-file`. */
export interface AdmissionConfiguration {
  /** The configuration of each plugin, by its name. */
  readonly configurations: ReadonlyMap<string, PluginConfiguration>;
  readonly services: readonly RemoteServiceConfig[];
}

const KIND = 'AdmissionConfiguration';

/**
 * Reads the file, and those that its plugins name. It has the fields of Kubernetes' AdmissionConfiguration, and `services`. Files
 * with `services` alone need no kind. Rejects with an Error that names the file and the field, also for unknown fields, since an
 * ignored setting would not be enforced.
 */
export async function readAdmissionConfiguration(path: string, domain: Domain): Promise<AdmissionConfiguration> {
  const directory = dirname(resolve(path));
  const inFile = <T>(read: () => T): T => withPath(path, read);
  const text = await readText(path);
  const file = inFile(() => checkedType(parsed(text), domain));
  const services = inFile(() => (file['services'] === undefined ? [] : servicesIn(file['services'], directory)));
  const entries = inFile(() => (file['plugins'] === undefined ? [] : list(file['plugins'], 'plugins').map(entryOf)));
  const configurations = new Map<string, PluginConfiguration>();
  for (const [index, entry] of entries.entries()) {
    const { name } = entry;
    const place = `plugins[${index}]`;
    inFile(() => {
      if (entries.findIndex((each) => each.name === name) < index)
        throw new Error(`${place}.name: ${JSON.stringify(name)} is repeated`);
    });
    const { configuration } = entry;
    if (configuration !== undefined) {
      const source = `${path}: ${place}.configuration`;
      configurations.set(name, {
        value: inFile(() => mapping(configuration, `${place}.configuration`)),
        source,
        directory,
      });
    } else if (entry.path !== undefined) configurations.set(name, await readPlugin(resolve(directory, entry.path)));
  }
  return { configurations, services };
}

/** The parsed file. Without kind and apiVersion it has only services. */
function checkedType(value: JsonValue, domain: Domain): JsonObject {
  const file = mapping(value, 'the file');
  const { apiVersion, kind } = file;
  if (apiVersion === undefined && kind === undefined) {
    refuseOthers(file, '', ['services']);
    list(file['services'], 'services');
    return file;
  }
  // Kubernetes' types of the file.
  const versions = [`${domain.group('apiserver.config')}/v1`, `${domain.group('apiserver')}/v1alpha1`];
  if (kind !== KIND || typeof apiVersion !== 'string' || !versions.includes(apiVersion)) {
    throw new Error(`kind and apiVersion must be ${KIND} and ${versions.join(' or ')}`);
  }
  refuseOthers(file, '', ['apiVersion', 'kind', 'plugins', 'services']);
  return file;
}

interface PluginEntry {
  readonly name: string;
  readonly path: string | undefined;
  readonly configuration: JsonValue | undefined;
}

function entryOf(value: JsonValue, index: number): PluginEntry {
  const place = `plugins[${index}]`;
  const entry = mapping(value, place);
  refuseOthers(entry, place, ['name', 'path', 'configuration']);
  const name = optionalText(entry['name'], `${place}.name`) ?? '';
  if (!PLUGINS.some((each) => each.name === name)) {
    const known = PLUGINS.map((each) => each.name).join(', ');
    throw new Error(`${place}.name: ${JSON.stringify(name)} is none of ${known}`);
  }
  const { path, configuration } = entry;
  // Kubernetes writes absent values as an empty text and as null.
  return {
    name,
    path: path === '' ? undefined : optionalText(path, `${place}.path`),
    configuration: configuration ?? undefined,
  };
}

async function readPlugin(path: string): Promise<PluginConfiguration> {
  const text = await readText(path);
  return { value: withPath(path, () => mapping(parsed(text), 'the file')), source: path, directory: dirname(path) };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}: ${errorMessage(error)}`, { cause: error });
  }
}

function parsed(text: string): JsonValue {
  const { value, duplicates } = parseYaml(text);
  if (duplicates.length > 0) throw new Error(`${duplicates[0]}: duplicate key`);
  return value;
}

function withPath<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${path}: ${errorMessage(error)}`, { cause: error });
  }
}
