import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { builtInResources, virtualResources } from '@pilothouse/kinds/built-in.js';
import type { ServedDefinition, Subresource, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { format } from 'prettier';
import type { PackageModel } from './model.js';
import type { ProtoFile } from './source.js';

/** The first line of every generated module, which identifies modules of groups that are no longer served. */
export const CLIENT_HEADER = '// Generated from the catalog of kinds by `npm run generate`. Do not edit.';

/**
 * One module of resource types for each served group: `apps.ts`, `rbac.ts`. `models` names the TypeScript types of the
 * schemas. Virtual resources that a Status answers (`bindings`) are omitted: the subresource does the same. So are
 * versions that have the messages of another one.
 */
export async function clientModules(models: readonly PackageModel[]): Promise<ProtoFile[]> {
  const domain = createDomain();
  const stored = builtInResources(domain);
  const created = virtualResources(domain).filter(({ answers }) => answers === undefined);
  const types = typesByName(models);
  const typeOf: TypeOf = (schema) => typeFor(types, schema);
  const modules = new Map<string, ServedDefinition[]>();
  for (const definition of [...stored, ...created]) {
    const { path } = typeOf(messageOf(definition.versions[0]));
    const [name = ''] = path.split('/');
    modules.set(name, [...(modules.get(name) ?? []), definition]);
  }
  return Promise.all(
    [...modules].map(async ([name, definitions]) => ({
      path: `${name}.ts`,
      text: await emitModule(definitions, typeOf, ({ name }) => types.has(name)),
    })),
  );
}

/** A generated TypeScript type: its name, and the module that exports it, such as `apps/v1`. */
interface TypeReference {
  readonly name: string;
  readonly path: string;
}

type TypeOf = (schema: StructSchema) => TypeReference;

function typesByName(models: readonly PackageModel[]): ReadonlyMap<string, TypeReference> {
  return new Map(
    models.flatMap(({ path, messages }) => messages.map(({ openapiName, name }) => [openapiName, { name, path }])),
  );
}

function typeFor(types: ReadonlyMap<string, TypeReference>, { name }: StructSchema): TypeReference {
  const type = types.get(name);
  if (type === undefined) throw new Error(`no message in proto/ has the OpenAPI name ${name}`);
  return type;
}

async function emitModule(
  definitions: readonly ServedDefinition[],
  typeOf: TypeOf,
  hasType: (schema: StructSchema) => boolean,
): Promise<string> {
  const imports = new Map<string, TypeReference>();
  /** The import name of a type: with its version if two versions have the same name. */
  const use = (schema: StructSchema): string => {
    const type = typeOf(schema);
    const isTaken = (name: string): boolean => (imports.get(name) ?? type).path !== type.path;
    const name = isTaken(type.name) ? `${type.name}${upperFirst(type.path.split('/')[1] ?? '')}` : type.name;
    imports.set(name, type);
    return name;
  };
  const constants = definitions.flatMap((definition) =>
    definition.versions
      .filter((version) => version.served !== false && hasType(messageOf(version)))
      .map((version) => emitConstant(definition, version, use)),
  );
  const body = constants.join('\n');
  const own = ['ActionType', 'ClusterType', 'CommandType', 'NamespacedType', 'PartType', 'ViewType'];
  const used = own.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const paths = [...new Set([...imports.values()].map(({ path }) => path))].sort();
  const text = [
    CLIENT_HEADER,
    ...paths.map((path) => {
      const names = [...imports].filter(([, type]) => type.path === path).map(importName);
      return importLine(`@pilothouse/apimachinery/generated/${path}.js`, names);
    }),
    importLine('./resource-type.js', used),
    '',
    body,
  ].join('\n');
  return format(text, { parser: 'typescript', printWidth: 120, singleQuote: true, trailingComma: 'all' });
}

const importLine = (from: string, names: readonly string[]): string =>
  `import type { ${[...names].sort().join(', ')} } from '${from}';`;

const importName = ([name, type]: readonly [string, TypeReference]): string =>
  name === type.name ? name : `${type.name} as ${name}`;

function emitConstant(definition: ServedDefinition, version: VersionDefinition, use: (schema: StructSchema) => string) {
  const { group, resource, kind, scope, versions } = definition;
  const { name, deprecated } = version;
  const schema = messageOf(version);
  const plural = constantName(kind, resource);
  const below = Object.entries(definition.subresources).flatMap(([each, subresource]) =>
    emitSubresource(each, subresource, use),
  );
  const parameters = [use(schema), ...(below.length === 0 ? [] : [`{ ${below.map(({ type }) => type).join(' ')} }`])];
  const end = deprecated && `@deprecated since ${deprecated.since}, removed in ${deprecated.removedIn}.`;
  const description = schema.description.replaceAll('*/', '*\\/');
  return [
    // A JSDoc tag must be at the start of a line.
    end === undefined ? `/** ${description} */` : `/**\n * ${description}\n * ${end}\n */`,
    `export const ${version === versions[0] ? plural : `${plural}${upperFirst(name)}`}: ${scope}Type<${parameters.join(', ')}> = {`,
    `  ${namesText({ group, version: name, kind })},`,
    `  resource: '${resource}',`,
    `  scope: '${scope}',`,
    ...(below.length === 0 ? [] : [`  subresources: { ${below.map(({ value }) => value).join(' ')} },`]),
    '};',
    '',
  ].join('\n');
}

/** Connect subresources (exec, attach, …) are omitted: a request client cannot hold them open. */
function emitSubresource(name: string, subresource: Subresource, use: (schema: StructSchema) => string) {
  if (subresource.type === 'connect') return [];
  if (subresource.type === 'part')
    return [{ type: `readonly ${name}: PartType;`, value: `${name}: { type: 'part' },` }];
  const type = subresource.type === 'action' && subresource.answers === 'status' ? 'command' : subresource.type;
  return [
    {
      type: `readonly ${name}: ${upperFirst(type)}Type<${use(subresource.schema)}>;`,
      value: `${name}: { type: '${type}', ${namesText(subresource)} },`,
    },
  ];
}

interface Names {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const namesText = ({ group, version, kind }: Names): string =>
  `group: '${group}', version: '${version}', kind: '${kind}'`;

/** The plural of the kind, in the spelling of a constant: `configMaps`, `csiDrivers`, `priorityClasses`. */
function constantName(kind: string, resource: string): string {
  const lower = kind.toLowerCase();
  let same = 0;
  while (same < lower.length && lower[same] === resource[same]) same += 1;
  const plural = kind.slice(0, same) + resource.slice(same);
  return plural.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The type of a built-in kind, which is a message in `proto/`. */
function messageOf({ schema }: VersionDefinition): StructSchema {
  if (schema.type === 'struct') return schema;
  throw new Error(`${schema.name} is no message`);
}
