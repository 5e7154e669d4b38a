import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { encodeWatchEvent } from '@pilothouse/apimachinery/protobuf/envelope.js';
import type { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { ObjectEvent } from '../registry/watch.js';
import type { RequestContext } from '../request/context.js';
import type { Representation } from './negotiation/representation.js';
import { isPlain, transformed, type Encodable } from './negotiation/write-entry.js';
import type { Scope } from './scope.js';

/** How one watch's events are written. */
export interface EventEncoder {
  readonly event: (event: ObjectEvent) => readonly Uint8Array[];
  /** The last event of a watch that cannot go on. */
  readonly error: (error: StatusError) => Uint8Array;
}

const END = Buffer.from('}\n');

/** JSON events stand one on a line, protobuf ones each behind its length in four bytes. */
export function eventEncoder(scope: Scope, context: RequestContext, representation: Representation): EventEncoder {
  const frame = representation.encoding === 'protobuf' ? protobufFrame : jsonFrame;
  const plain = isPlain(representation);
  // In tables, only the first event has the columns.
  let isFirst = true;
  return {
    event({ type, entry, revision }) {
      if (plain) return [jsonHead(type), ...scope.resource.stored.splice(entry, revision), END];
      const encodable = transformed(scope, context, { ...entry, revision }, representation, !isFirst);
      isFirst = false;
      return [frame(type, encodable)];
    },
    error: (error) => frame('ERROR', { value: statusValue(error), protobuf: scope.forms.status }),
  };
}

/** The content type of a stream of events. JSON's goes without saying. */
export function streamed(representation: Representation): Representation {
  const { encoding, contentType } = representation;
  return encoding === 'json' ? representation : { ...representation, contentType: `${contentType};stream=watch` };
}

function jsonHead(type: string): Uint8Array {
  return Buffer.from(`{"type":"${type}","object":`);
}

function jsonFrame(type: string, { value }: Encodable): Uint8Array {
  return Buffer.concat([jsonHead(type), Buffer.from(writeJson(value)), END]);
}

function protobufFrame(type: string, { value, protobuf }: Encodable): Uint8Array {
  if (protobuf === undefined) throw new Error('there is no protobuf for this value');
  const event = encodeWatchEvent(type, protobuf.encode(value));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.byteLength);
  return Buffer.concat([length, event]);
}

/** A Status in JSON's own terms. */
function statusValue(error: StatusError): JsonObject {
  return Object.assign(newObject(), parseJson(JSON.stringify(error.toStatus())).value);
}
