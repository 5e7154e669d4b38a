import { fieldTypeText } from './emit-types.js';
import type { FieldModel, MessageModel, PackageModel, TypeModel } from './model.js';

/** The TypeScript of one package: a type and a Schema for each message. */
export function emitPackage(model: PackageModel): string {
  const imports = new Map<string, Set<string>>();
  const up = '../'.repeat(model.path.split('/').length);
  const use = (file: string, name: string): string => {
    imports.set(file, (imports.get(file) ?? new Set()).add(name));
    return name;
  };
  const body = model.messages.map((message) => emitMessage(message, model, use, up)).join('\n');
  const importLines = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, names]) => importLine([...names].sort(), file));
  return [
    `// Generated from ${model.sources.map((file) => `proto/${file}`).join(', ')} by \`npm run generate\`. Do not edit.`,
    ...importLines,
    '',
    body,
  ].join('\n');
}

function importLine(names: readonly string[], file: string): string {
  const typesOnly = names.every((name) => name.startsWith('type '));
  const list = typesOnly ? names.map((name) => name.slice('type '.length)) : names;
  return `import ${typesOnly ? 'type ' : ''}{ ${list.join(', ')} } from '${file}';`;
}

type Use = (file: string, name: string) => string;

function emitMessage(message: MessageModel, model: PackageModel, use: Use, up: string): string {
  const structRef = (type: TypeModel & { readonly type: 'struct' }, suffix: 'type' | 'schema'): string => {
    const name = suffix === 'type' ? type.message.name : schemaName(type.message.name);
    const path = type.message.package.replaceAll('.', '/');
    if (path === model.path) return name;
    const toRoot = '../'.repeat(model.path.split('/').length - 1) || './';
    use(`${toRoot}${path}.js`, suffix === 'type' ? `type ${name}` : name);
    return name;
  };
  const common = (name: string): string => use(`${up}schema/common.js`, name);
  const typeText = (field: FieldModel): string =>
    fieldTypeText(field.type, {
      struct: (type) => structRef(type, 'type'),
      int64: () => {
        common('type Int64');
        return 'Int64';
      },
      json: (type) => {
        use(`${up}json/value.js`, `type ${type}`);
        return type;
      },
    });
  if (message.choice) return emitChoice(message, { consts: [], common, use, up, structRef }, typeText);
  const members = message.fields.map((field) => {
    const mark = field.presence === 'always' ? '' : '?';
    return `  /** ${comment(field.description)} */\n  ${memberName(field.name)}${mark}: ${typeText(field)};\n`;
  });
  const kindMembers = message.kind ? ['  kind?: string;\n', '  apiVersion?: string;\n'] : [];
  const consts: string[] = [];
  const fields = message.fields.map((field) => {
    const schema = schemaText(field, message, { consts, common, use, up, structRef });
    return `    ${fieldLiteral(field, schema)},\n`;
  });
  const kindFields = message.kind ? [`    ${common('kindField')},\n`, `    ${common('apiVersionField')},\n`] : [];
  use(`${up}schema/schema.js`, 'type StructSchema');
  return [
    `/** ${comment(message.description)} */\n`,
    `export type ${message.name} = {\n`,
    ...kindMembers,
    ...members,
    '};\n\n',
    ...consts,
    `export const ${schemaName(message.name)}: StructSchema = {\n`,
    `  type: 'struct',\n`,
    `  name: ${quote(message.openapiName)},\n`,
    `  description: ${quote(message.description)},\n`,
    `  atomic: ${message.atomic},\n`,
    '  fields: [\n',
    ...kindFields,
    ...fields,
    '  ],\n};\n',
    ...resourceNames(message, use, up),
  ].join('');
}

/** `podNames` for `Pod`: the names that a kind's definition uses. */
function resourceNames({ name, names }: MessageModel, use: Use, up: string): string[] {
  if (names === undefined) return [];
  use(`${up}schema/resource-names.js`, 'type ResourceNames');
  return [`\nexport const ${schemaBase(name)}Names: ResourceNames = ${literal(names)};\n`];
}

/** A message that JSON represents by one of its fields. */
function emitChoice(message: MessageModel, context: SchemaContext, typeText: (field: FieldModel) => string): string {
  const alternatives = message.fields.map((field) => {
    const schema = schemaText(field, message, context);
    return `    { number: ${field.number}, schema: () => ${schema} },\n`;
  });
  context.use(`${context.up}schema/schema.js`, 'type ChoiceSchema');
  return [
    `/** ${comment(message.description)} */\n`,
    `export type ${message.name} = ${message.fields.map(typeText).join(' | ')};\n\n`,
    ...context.consts,
    `export const ${schemaName(message.name)}: ChoiceSchema = {\n`,
    `  type: 'choice',\n`,
    `  name: ${quote(message.openapiName)},\n`,
    `  description: ${quote(message.description)},\n`,
    '  alternatives: [\n',
    ...alternatives,
    '  ],\n};\n',
  ].join('');
}

interface SchemaContext {
  /** Declarations before the message's own. */
  readonly consts: string[];
  readonly common: (name: string) => string;
  readonly use: Use;
  readonly up: string;
  readonly structRef: (type: TypeModel & { readonly type: 'struct' }, suffix: 'schema') => string;
}

/** The expression for a field's Schema; a const for a Schema that is not shared. */
function schemaText(field: FieldModel, message: MessageModel, context: SchemaContext): string {
  return schemaOf(field.type, `${schemaBase(message.name)}${identifier(field.name)}`, context);
}

function schemaOf(type: TypeModel, name: string, context: SchemaContext): string {
  if (type.type === 'struct') return context.structRef(type, 'schema');
  if (type.type === 'list') {
    const items = schemaOf(type.items, `${name}Item`, context);
    const wrapped = type.wrapped ? ', wrapped: true' : '';
    const keys = type.keys.map(quote).join(', ');
    const text = `{ type: 'list', items: () => ${items}, listType: '${type.listType}', keys: [${keys}]${wrapped} }`;
    return declare(name, 'ListSchema', text, context);
  }
  if (type.type === 'map') {
    const values = schemaOf(type.values, `${name}Value`, context);
    const keyFormat = type.keyFormat === undefined ? '' : `, keyFormat: '${type.keyFormat}'`;
    const text = `{ type: 'map', values: () => ${values}, atomic: ${type.atomic}${keyFormat} }`;
    return declare(name, 'MapSchema', text, context);
  }
  const shared = SHARED[JSON.stringify(type)];
  return shared === undefined ? declare(name, 'Schema', literal(type), context) : context.common(shared);
}

function declare(name: string, type: string, text: string, { consts, use, up }: SchemaContext): string {
  use(`${up}schema/schema.js`, `type ${type}`);
  consts.push(`const ${name}: ${type} = ${text};\n\n`);
  return name;
}

/** The scalars of `schema/common.ts` by type; scalars with rules of their own are not included. */
const SHARED: Readonly<Record<string, string>> = {
  '{"type":"string"}': 'text',
  '{"type":"boolean"}': 'boolean',
  '{"type":"integer","format":"int32"}': 'int32',
  '{"type":"integer","format":"int64"}': 'int64',
  '{"type":"number"}': 'double',
  '{"type":"bytes"}': 'bytes',
  '{"type":"time","micro":false}': 'time',
  '{"type":"time","micro":true}': 'microTime',
  '{"type":"quantity"}': 'quantity',
  '{"type":"intOrString"}': 'intOrString',
  '{"type":"any","encoding":"rawExtension"}': 'rawExtension',
  '{"type":"any","encoding":"fieldsV1"}': 'fieldsV1',
  '{"type":"any","encoding":"json"}': 'json',
};

function fieldLiteral(field: FieldModel, schema: string): string {
  const members = [
    `name: ${quote(field.name)}`,
    `number: ${field.number}`,
    ...(field.inside === undefined ? [] : [`inside: [${field.inside.join(', ')}]`]),
    `description: ${quote(field.description)}`,
    `schema: () => ${schema}`,
    `presence: '${field.presence}'`,
    `required: ${field.required}`,
    `immutable: ${field.immutable}`,
    ...(field.changeable ? ['changeable: true'] : []),
    ...(field.granular ? ['granular: true'] : []),
    ...(field.default === undefined ? [] : [`default: ${quote(field.default)}`]),
    ...(field.patchStrategy === undefined ? [] : [`patchStrategy: ${quote(field.patchStrategy)}`]),
    ...(field.patchMergeKey === undefined ? [] : [`patchMergeKey: ${quote(field.patchMergeKey)}`]),
  ];
  return `{ ${members.join(', ')} }`;
}

function literal(value: object): string {
  const members = Object.entries(value).map(([key, member]) => {
    const text = Array.isArray(member)
      ? `[${member.map((item) => quote(String(item))).join(', ')}]`
      : typeof member === 'string'
        ? quote(member)
        : String(member);
    return `${key}: ${text}`;
  });
  return `{ ${members.join(', ')} }`;
}

/** `configMapSchema` for `ConfigMap`, `apiGroupSchema` for `APIGroup`. */
function schemaName(message: string): string {
  return `${schemaBase(message)}Schema`;
}

function schemaBase(message: string): string {
  return message.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase());
}

/** Capitalises a name for the end of an identifier: `XKubernetesListType` for `x-kubernetes-list-type`. */
function identifier(name: string): string {
  return name
    .split(/\W+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** The name of a member of a type. */
function memberName(name: string): string {
  return /^\w+$/.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function comment(text: string): string {
  return text.replaceAll('*/', '*\\/');
}
