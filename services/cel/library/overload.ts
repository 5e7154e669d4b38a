import { readSignature, type Signature } from '../types/signature.js';
import type { Value } from '../values/value.js';
import type { LongCall } from '../evaluate/long-call.js';
import type { Run } from '../evaluate/run.js';

/** A function overload. */
export interface Overload extends Signature {
  readonly id: string;
  /** Called with arguments of the signature's types, none of them an error. */
  readonly call: Implementation;
}

/** `run` counts work beyond the cost. A call that may take long is continued by its caller. */
export type Implementation = (args: readonly Value[], run: Run) => Value | LongCall;

/** `text` is a signature, see readSignature. `id` identifies the overload's cost. */
export function overload(text: string, id: string, call: Implementation): Overload {
  return { ...readSignature(text), id, call };
}
