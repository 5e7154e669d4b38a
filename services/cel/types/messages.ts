import type { Value } from '../values/value.js';
import type { ObjectType } from './type.js';

/** A type of objects that expressions construct, such as `Object.spec{replicas: 3}`. */
export interface MessageType extends ObjectType {
  /** The object with these fields, or an error. */
  readonly make: (fields: ReadonlyMap<string, Value>) => Value;
}

/** The type with a name; undefined if expressions cannot construct objects of this name. */
export type FindMessage = (name: string) => MessageType | undefined;
