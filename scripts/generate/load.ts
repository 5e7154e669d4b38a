import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import protobuf from 'protobufjs';
import { defaultError } from './defaults.js';
import type { FieldModel, MessageModel, PackageModel, TypeModel } from './model.js';
import {
  readDeclared,
  readRules,
  type Declared,
  type FieldRules,
  type ResourceRules,
  type TypeRules,
} from './rules.js';
import { findLines, ProtoError, type Lines, type ProtoFile } from './source.js';
import { fieldType, packageOf } from './types.js';

/** Folders of `proto/` without API types: the options and the service contracts. */
const OTHER_FOLDERS = new Set(['pilothouse', 'services']);

interface Source {
  readonly file: ProtoFile;
  readonly lines: Lines;
}

/** Loads every API type. Throws a ProtoError for the first error. */
export function loadPackages(files: readonly ProtoFile[]): PackageModel[] {
  const root = new protobuf.Root();
  /** API types by the full name of their message. */
  const sources = new Map<string, Source>();
  for (const file of files) {
    const source = { file, lines: findLines(file) };
    parse(file, root);
    if (isOther(file)) continue;
    for (const name of source.lines.messages) sources.set(`${packageOfFile(file)}.${name}`, source);
  }
  const declared = readDeclared(root);
  const messages = [...sources.keys()].map((name) => root.lookupType(name));
  resolveAll(messages, sources);
  const models = new Map<string, MessageModel>();
  for (const message of messages) {
    const model = readMessage(message, declared, sources);
    if (model !== undefined) models.set(`${model.package}.${model.name}`, model);
  }
  checkDefaults(models, messages, sources);
  return packages(files, [...models.values()]);
}

function parse(file: ProtoFile, root: protobuf.Root): void {
  try {
    const { package: name } = protobuf.parse(file.text, root, { keepCase: true, alternateCommentMode: true });
    if (name !== packageOfFile(file) && !isOther(file)) {
      throw new ProtoError(file.path, 1, `the package must be ${packageOfFile(file)}, as the folder is`);
    }
  } catch (error) {
    if (error instanceof ProtoError) throw error;
    const text = errorMessage(error);
    const line = / \(line (\d+)\)$/.exec(text);
    throw new ProtoError(file.path, Number(line?.[1] ?? 1), text.replace(line?.[0] ?? '', ''));
  }
}

function isOther(file: ProtoFile): boolean {
  return OTHER_FOLDERS.has(file.path.split('/')[0] ?? '');
}

function resolveAll(messages: readonly protobuf.Type[], sources: ReadonlyMap<string, Source>): void {
  for (const message of messages) {
    for (const field of message.fieldsArray) {
      const { file, lines } = sourceOf(message, sources);
      try {
        field.resolve();
      } catch {
        throw new ProtoError(file.path, lines.field(message.name, field.name), `there is no type ${field.type}`);
      }
    }
  }
}

/** Undefined for a message with its own JSON form, which is already a Schema type. */
function readMessage(
  message: protobuf.Type,
  declared: Declared,
  sources: ReadonlyMap<string, Source>,
): MessageModel | undefined {
  const source = sourceOf(message, sources);
  const at = failAt(source, source.lines.message(message.name));
  if (!message.comment) at(`${message.name} has no comment`);
  if (message.nestedArray.length > 0) at(`${message.name} holds a type: declare it beside`);
  const rules = typeRules(message, declared, at);
  const fields = message.fieldsArray.flatMap((field) => readFields(field, declared, sources));
  refuseRepeatedNames(fields, at);
  const choice = rules.json === 'choice';
  if (rules.json !== undefined && !choice) return undefined;
  if (choice) checkChoice(fields, at);
  const prefix = message.parent?.options?.['(pilothouse.openapi_package)'] as unknown;
  if (typeof prefix !== 'string') return at('the file has no option (pilothouse.openapi_package)');
  return {
    package: packageOf(message),
    name: message.name,
    openapiName: `${prefix}.${message.name}`,
    description: paragraph(message.comment ?? ''),
    kind: rules.kind ?? false,
    ...resourceNames(message, rules, declared, at),
    atomic: rules.atomic ?? false,
    choice,
    fields,
  };
}

function typeRules(message: protobuf.Type, declared: Declared, fail: (message: string) => never): TypeRules {
  return readRules(message, 'type', declared.get('TypeRules') ?? new Map(), fail);
}

/** The names of a resource kind. */
function resourceNames(
  message: protobuf.Type,
  { kind }: TypeRules,
  declared: Declared,
  fail: (message: string) => never,
): Pick<MessageModel, 'names'> {
  const rules: ResourceRules = readRules(message, 'resource', declared.get('ResourceRules') ?? new Map(), fail);
  if (Object.keys(rules).length === 0) return {};
  const { plural, scope, short_names: shortNames = [], categories = [] } = rules;
  if (kind !== true) return fail('only a kind can be a resource');
  if (plural === undefined || scope === undefined) return fail('a resource must have a plural and a scope');
  const { name } = message;
  return { names: { resource: plural, singular: name.toLowerCase(), kind: name, shortNames, categories, scope } };
}

/** The JSON fields of a message field: the field itself, or the fields of its message if that is inlined. */
function readFields(field: protobuf.Field, declared: Declared, sources: ReadonlyMap<string, Source>): FieldModel[] {
  const owner = field.parent as protobuf.Type;
  const source = sourceOf(owner, sources);
  const fail = failAt(source, source.lines.field(owner.name, field.name));
  const rules: FieldRules = readRules(field, 'field', declared.get('FieldRules') ?? new Map(), fail);
  if (rules.inline !== true) return [readField(field, rules, fail, (type) => typeRules(type, declared, fail).json)];
  if (!field.comment) fail(`${field.name} has no comment`);
  const inner = field.resolvedType;
  const isMessage = inner instanceof protobuf.Type && typeRules(inner, declared, fail).json === undefined;
  if (!isMessage || field.repeated || field instanceof protobuf.MapField)
    return fail('only one message can be inlined');
  if (Object.keys(rules).length > 1) fail('an inlined field has no rules: those of its fields count');
  const fields = inner.fieldsArray.flatMap((member) => readFields(member, declared, sources));
  return fields.map((member) => ({ ...member, inside: [field.id, ...(member.inside ?? [])] }));
}

/** The type of a JSON value selects the field. */
function checkChoice(fields: readonly FieldModel[], fail: (message: string) => never): void {
  const types = fields.map(({ type }) => type.type);
  const canBeTold = types.every((type) => type === 'struct' || type === 'list' || type === 'boolean');
  if (!canBeTold || new Set(types).size < types.length) fail('a choice has one message, one list and one bool at most');
}

function refuseRepeatedNames(fields: readonly FieldModel[], fail: (message: string) => never): void {
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.has(name)) fail(`${name} stands in it twice, once inlined`);
    seen.add(name);
  }
}

function readField(
  field: protobuf.Field,
  rules: FieldRules,
  fail: (message: string) => never,
  jsonForm: (message: protobuf.Type) => string | undefined,
): FieldModel {
  if (!field.comment) fail(`${field.name} has no comment`);
  const type = fieldType(field, rules, jsonForm, fail);
  const optional = field.options?.['proto3_optional'] === true;
  if (optional && rules.always) fail('an optional field cannot be written always');
  if (rules.always && (type.type === 'any' || type.type === 'time')) fail('it has no zero value to be written always');
  return {
    name: rules.json_name ?? field.name,
    number: field.id,
    description: paragraph(field.comment ?? ''),
    type,
    presence: rules.always ? 'always' : optional || hasNoZero(type) ? 'explicit' : 'implicit',
    required: rules.required ?? false,
    immutable: rules.immutable ?? false,
    changeable: rules.changeable ?? false,
    granular: type.type === 'struct' && rules.map_type === 'granular',
    ...(rules.default !== undefined && { default: rules.default }),
    ...(rules.patch_strategy !== undefined && { patchStrategy: rules.patch_strategy }),
    ...(rules.patch_merge_key !== undefined && { patchMergeKey: rules.patch_merge_key }),
  };
}

/** Types of which every explicit value counts: `{}` differs from absent. */
function hasNoZero(type: TypeModel): boolean {
  return ['struct', 'any', 'quantity', 'intOrString'].includes(type.type);
}

function checkDefaults(
  models: ReadonlyMap<string, MessageModel>,
  messages: readonly protobuf.Type[],
  sources: ReadonlyMap<string, Source>,
): void {
  for (const message of messages) {
    for (const field of models.get(`${packageOf(message)}.${message.name}`)?.fields ?? []) {
      if (field.default === undefined) continue;
      const error = defaultError(field.type, field.default, (name) => models.get(`${name.package}.${name.name}`));
      const source = sourceOf(message, sources);
      if (error !== undefined) failAt(source, source.lines.field(message.name, field.name))(error);
    }
  }
}

function packages(files: readonly ProtoFile[], models: readonly MessageModel[]): PackageModel[] {
  const names = [...new Set(models.map((model) => model.package))].sort();
  return names.map((name) => ({
    path: name.replaceAll('.', '/'),
    sources: files.filter((file) => packageOfFile(file) === name).map((file) => file.path),
    messages: models.filter((model) => model.package === name),
  }));
}

function sourceOf(message: protobuf.Type, sources: ReadonlyMap<string, Source>): Source {
  const source = sources.get(`${packageOf(message)}.${message.name}`);
  if (source === undefined) throw new Error(`no source of ${message.fullName}`);
  return source;
}

function failAt(source: Source, line: number): (message: string) => never {
  return (message) => {
    throw new ProtoError(source.file.path, line, message);
  };
}

/** Such as `core.v1` for a file in the folder `core/v1`. */
function packageOfFile({ path }: ProtoFile): string {
  return path.slice(0, path.lastIndexOf('/')).replaceAll('/', '.');
}

/** The lines of a comment as one paragraph. */
function paragraph(comment: string): string {
  return comment.replaceAll(/\s*\n\s*/g, ' ').trim();
}
