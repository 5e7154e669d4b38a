import { Buffer } from 'node:buffer';
import type { Field, StructSchema } from '../schema/schema.js';
import { fieldGroups, type FieldGroup } from './field-groups.js';
import { CLOSE_BRACE, COLON, COMMA, JsonText, OPEN_BRACE, UnforeseenJsonError } from './json-text.js';
import { fieldWriter, type Run, type StructWriters, type Write } from './transcode-fields.js';
import { tagOf, WIRE } from './wire.js';
import type { ProtobufWriter } from './writer.js';

/** Writes an object's JSON as protobuf. Returns false for unexpected JSON; the writer's content is then invalid. */
export type Transcode = (json: Uint8Array, resourceVersion: string, writer: ProtobufWriter) => boolean;

/**
 * Compiles a transcoder from canonical JSON (as `writeJson` writes it) to the encoder's bytes, without creating the
 * object. Inserts the resourceVersion into the metadata, which must exist and have none; an empty one is omitted.
 * Unknown members are omitted.
 */
export function compileTranscoder(schema: StructSchema): Transcode {
  const write = objectWriter(schema);
  const marks: number[] = [];
  return (json, resourceVersion, writer) => {
    const run: Run = { text: new JsonText(json), writer, marks, marked: 0, resourceVersion };
    try {
      write(run);
    } catch (error) {
      if (error instanceof UnforeseenJsonError || error instanceof SyntaxError) return false;
      throw error;
    }
    return run.resourceVersion === undefined && run.text.peek() === undefined;
  };
}

/** A compiled struct. */
interface Layout {
  /** In the likely order of JSON. */
  readonly members: readonly Member[];
  /** In protobuf's order. */
  readonly parts: readonly Part[];
  readonly hasMessages: boolean;
  /** Where the version is inserted; absent except for the metadata of the root object. */
  readonly version?: Member;
}

interface Member {
  readonly field: Field;
  /** `"name":` */
  readonly name: Uint8Array;
  /** Its rank in protobuf's order. */
  readonly rank: number;
  readonly write: Write;
}

/** The fields up to the rank `end` (exclusive): one field, or the parts of a message that JSON inlines. */
interface Part {
  readonly end: number;
  readonly message?: { readonly tag: number; readonly parts: readonly Part[] };
}

/** The writer of a root object, whose metadata gets the version. */
function objectWriter(schema: StructSchema): Write {
  const compiled = new Map<StructSchema, Write>();
  const structs: StructWriters = (struct) => {
    const known = compiled.get(struct);
    if (known !== undefined) return known;
    let layout: Layout | undefined;
    const write: Write = (run) => writeStruct(run, (layout ??= layoutOf(struct, () => structs)));
    compiled.set(struct, write);
    return write;
  };
  let whole: Layout | undefined;
  const structsOf = ({ name }: Field): StructWriters => (name === 'metadata' ? metadataWriter(structs) : structs);
  return (run) => writeStruct(run, (whole ??= layoutOf(schema, structsOf)));
}

/** Writes the metadata of the root object with the version. */
function metadataWriter(structs: StructWriters): StructWriters {
  return (struct) => {
    const layout = layoutOf(struct, () => structs);
    const version = layout.members.find(({ field }) => field.name === 'resourceVersion');
    const whole = { ...layout, ...(version && { version }) };
    return (run) => writeStruct(run, whole);
  };
}

/** `structsOf` finds the writers of field values. */
function layoutOf({ fields }: StructSchema, structsOf: (field: Field) => StructWriters): Layout {
  const groups = fieldGroups(fields);
  const inOrder = fieldsOf(groups);
  const parts = partsOf(groups, 0);
  const members = fields
    .filter((field) => inOrder.includes(field))
    .map((field): Member => {
      const name = Buffer.from(`${JSON.stringify(field.name)}:`);
      return {
        field,
        name,
        rank: inOrder.indexOf(field),
        write: fieldWriter(field.schema(), field.number, structsOf(field)),
      };
    });
  return { members, parts, hasMessages: parts.some(({ message }) => message !== undefined) };
}

function fieldsOf(groups: readonly FieldGroup[]): Field[] {
  return groups.flatMap((group) => ('field' in group ? [group.field] : fieldsOf(group.groups)));
}

/** The parts of the groups, whose first field has the rank `start`. */
function partsOf(groups: readonly FieldGroup[], start: number): Part[] {
  let end = start;
  return groups.map((group): Part => {
    if ('field' in group) return { end: ++end };
    const parts = partsOf(group.groups, end);
    end = parts.at(-1)?.end ?? end;
    return { end, message: { tag: tagOf(group.number, WIRE.bytes), parts } };
  });
}

/** Writes fields in the order of the JSON, and sorts them afterwards if necessary. */
function writeStruct(run: Run, layout: Layout): void {
  const { text, writer } = run;
  const { members, version } = layout;
  const start = writer.position;
  const before = run.marked;
  let isOrdered = !layout.hasMessages;
  let [last, next] = [-1, 0];
  text.expect(OPEN_BRACE);
  for (let isEmpty = text.peek() === CLOSE_BRACE; !isEmpty; isEmpty = !text.take(COMMA)) {
    const index = memberAt(text, members, next);
    const member = members[index];
    if (member === undefined) {
      skipMember(text);
      continue;
    }
    next = index + 1;
    text.at += member.name.length;
    if (text.takeNull()) continue;
    const { rank } = member;
    if (version !== undefined && rank >= version.rank) last = Math.max(last, putVersion(run, version));
    if (member === version) throw new UnforeseenJsonError('there is a version already');
    isOrdered &&= rank > last;
    last = rank;
    mark(run, rank);
    member.write(run);
  }
  text.expect(CLOSE_BRACE);
  if (version !== undefined) putVersion(run, version);
  if (!isOrdered) putInOrder(run, { start, before, parts: layout.parts });
  run.marked = before;
}

function mark(run: Run, rank: number): void {
  run.marks[run.marked++] = rank;
  run.marks[run.marked++] = run.writer.position;
}

/** Writes the version unless it was written; returns its rank. */
function putVersion(run: Run, { field, rank }: Member): number {
  const { writer, resourceVersion } = run;
  run.resourceVersion = undefined;
  if (resourceVersion === undefined || resourceVersion === '') return -1;
  mark(run, rank);
  writer.uint32(tagOf(field.number, WIRE.bytes));
  writer.string(resourceVersion);
  return rank;
}

/** The index of the next member, which is likely `from` or soon after; -1 for an unknown one. */
function memberAt({ bytes, at }: JsonText, members: readonly Member[], from: number): number {
  for (let index = from; index < members.length; index++) if (isNext(bytes, at, members[index])) return index;
  for (let index = 0; index < from; index++) if (isNext(bytes, at, members[index])) return index;
  return -1;
}

function isNext(bytes: Uint8Array, at: number, member: Member | undefined): boolean {
  if (member === undefined) return false;
  const { name } = member;
  for (let index = 0; index < name.length; index++) if (bytes[at + index] !== name[index]) return false;
  return true;
}

function skipMember(text: JsonText): void {
  text.skip();
  text.expect(COLON);
  text.skip();
}

interface Written {
  /** Where the fields begin in the writer. */
  readonly start: number;
  /** The number of marks before theirs. */
  readonly before: number;
  readonly parts: readonly Part[];
}

/** Rewrites the fields in protobuf's order, with the messages around some of them. */
function putInOrder({ writer, marks, marked }: Run, { start, before, parts }: Written): void {
  const fields: { rank: number; from: number; to: number }[] = [];
  for (let index = before; index < marked; index += 2) {
    const [rank = 0, from = 0] = [marks[index], marks[index + 1]];
    const to = index + 2 < marked ? (marks[index + 3] ?? 0) : writer.position;
    fields.push({ rank, from: from - start, to: to - start });
  }
  fields.sort((a, b) => a.rank - b.rank);
  const bytes = writer.takeBack(start);
  let next = 0;
  const put = ({ end, message }: Part): void => {
    if (message !== undefined) {
      writer.uint32(message.tag);
      const begun = writer.begin();
      message.parts.forEach(put);
      writer.end(begun);
      return;
    }
    for (let field = fields[next]; field !== undefined && field.rank < end; field = fields[++next]) {
      writer.append(bytes, field.from, field.to);
    }
  };
  parts.forEach(put);
}
