import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { customResourceDefinitions } from '../apiextensions.js';
import type { Client } from '../client.js';
import type { Draft } from '../resource-type.js';
import { documentsIn, metadataOf, objectsOf, textOf } from './documents.js';

/** A CustomResourceDefinition, also in the types of other libraries. */
export interface Definition {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: object;
  readonly spec: object;
}

/** Definitions to apply: values, or paths of files and folders. */
export type DefinitionSources = readonly (string | URL | Definition)[];

export interface ApplyOptions {
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/** A definition with its source. */
export interface FoundDefinition {
  /** Such as `crds/widgets.yaml, document 2`. */
  readonly from: string;
  readonly object: JsonObject;
}

const KIND = 'CustomResourceDefinition';
const TYPE = { apiVersion: 'apiextensions.k8s.io/v1', kind: KIND };
const LIST_KINDS = ['List', `${KIND}List`];
/** Extensions of files in folders. */
const EXTENSIONS = ['.yaml', '.yml', '.json'];

/**
 * Reads definitions. In a folder all YAML and JSON files are read, without subfolders. Documents of other
 * kinds, such as those for kustomize, are skipped. Rejects with an Error that names the file and the document.
 */
export async function readDefinitions(crds: DefinitionSources): Promise<FoundDefinition[]> {
  const found: FoundDefinition[] = [];
  for (const [index, source] of crds.entries()) {
    if (typeof source === 'string') found.push(...(await readPath(source)));
    else if (source instanceof URL) found.push(...(await readPath(fileURLToPath(source))));
    else found.push(...given(JSON.parse(JSON.stringify(source)) as JsonValue, `crds[${index}]`));
  }
  return found;
}

/** Creates or updates the definitions. Resolves once their kinds are served. */
export async function applyDefinitions(
  client: Client,
  definitions: readonly FoundDefinition[],
  options: ApplyOptions,
): Promise<void> {
  // Sequentially: of two definitions with the same names, the first is accepted.
  for (const each of definitions) await applyOne(client, each, options);
}

async function applyOne(client: Client, { from, object }: FoundDefinition, options: ApplyOptions): Promise<void> {
  const name = textOf(metadataOf(object)['name']);
  const failed = (why: string, cause?: unknown): Error => new Error(`crds: ${from} (${name}): ${why}`, { cause });
  if (object['apiVersion'] !== TYPE.apiVersion) throw failed(`its apiVersion must be ${TYPE.apiVersion}`);
  const draft = { ...object, metadata: metadataOf(object) } as Draft<CustomResourceDefinition>;
  const { status } = await client
    .of(customResourceDefinitions)
    .apply(draft, { ...options, force: true })
    .catch((error: unknown) => {
      throw failed(errorMessage(error), error);
    });
  const { conditions } = status;
  if (conditions.some(({ type, status }) => type === 'Established' && status === 'True')) return;
  const refused = conditions.find(({ type, status }) => type === 'NamesAccepted' && status === 'False');
  throw failed(refused?.message ?? 'its kind is not served');
}

async function readPath(path: string): Promise<FoundDefinition[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      throw new Error(`crds: ${path} cannot be read: ${errorMessage(error)}`, {
        cause: error,
      });
    },
  );
  const names = isFolder ? (await readdir(path)).filter((name) => EXTENSIONS.includes(extname(name))).sort() : [];
  const files = isFolder ? names.map((name) => join(path, name)) : [path];
  const found: FoundDefinition[] = [];
  for (const file of files) found.push(...(await readOne(file)));
  if (found.length === 0) throw new Error(`crds: ${path} has no ${KIND}`);
  return found;
}

async function readOne(path: string): Promise<FoundDefinition[]> {
  const text = await readFile(path, 'utf8');
  try {
    const documents = await documentsIn(text);
    return documents.flatMap(({ number, value }) => {
      if (!isObject(value)) throw new Error(`document ${number} is not an object`);
      return objectsOf(value, LIST_KINDS)
        .filter(({ kind }) => kind === KIND)
        .map((object) => ({ from: `${path}, document ${number}`, object }));
    });
  } catch (error) {
    throw new Error(`crds: ${path}, ${errorMessage(error)}`, { cause: error });
  }
}

/** A value of the option. Types of other libraries may omit the kind. */
function given(value: JsonValue, from: string): FoundDefinition[] {
  const objects = isObject(value) ? objectsOf({ ...TYPE, ...value }, LIST_KINDS) : [];
  if (objects.length === 0 || objects.some(({ kind }) => kind !== KIND))
    throw new TypeError(`${from} is not a ${KIND} or a path`);
  return objects.map((object) => ({ from, object }));
}
