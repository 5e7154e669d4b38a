import {
  MAX_REPORTED_ERRORS,
  MAX_REPORTED_CHARACTERS,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** Collects errors of a definition. Checks stop once it is full, since no more are reported. */
export interface Findings {
  readonly errors: FieldError[];
  readonly add: (error: FieldError) => void;
  readonly isFull: () => boolean;
}

/** An empty collection. */
export function newFindings(): Findings {
  const errors: FieldError[] = [];
  let room = MAX_REPORTED_CHARACTERS;
  const isFull = (): boolean => errors.length >= MAX_REPORTED_ERRORS || room <= 0;
  return {
    errors,
    isFull,
    add(error) {
      if (isFull()) return;
      errors.push(error);
      room -= error.field.length + error.message.length;
    },
  };
}

/** Whether `check` adds nothing. */
export function addsNothing({ errors }: Findings, check: () => void): boolean {
  const before = errors.length;
  check();
  return errors.length === before;
}
