import { readSignature, type Signature } from '../types/signature.js';
import type { Value } from '../values/value.js';
import type { Run } from '../evaluate/run.js';

/** A function for arguments of some types. */
export interface Overload extends Signature {
  readonly id: string;
  /** Called with arguments of the types of the signature, none of them an error. */
  readonly call: Implementation;
}

/** `run` counts work that takes longer than its cost says. */
export type Implementation = (args: readonly Value[], run: Run) => Value;

/** `text` is a signature, see readSignature. `id` is the name that costs are found by. */
export function overload(text: string, id: string, call: Implementation): Overload {
  return { ...readSignature(text), id, call };
}
