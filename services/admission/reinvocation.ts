import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionAttributes } from './attributes.js';

/** A webhook, or a policy with a binding and a parameter. */
export interface Invocation {
  /** Unique in a plugin. */
  readonly id: string;
  /** Whether the reinvocation policy is IfNeeded. */
  readonly isReinvocable: boolean;
}

/** The calls of one round. */
export interface RoundCalls {
  /** Whether it is called: always in the first round. */
  readonly isDue: (invocation: Pick<Invocation, 'id'>) => boolean;
  readonly called: (invocation: Invocation, isMutated: boolean) => void;
  /** Makes all that can be due again due in the second round. */
  readonly requireAgain: () => void;
  /** Ends the round, with the object after all changes. */
  readonly end: (object: JsonObject | undefined) => void;
}

/**
 * Decides what is called in the second round of a write: what has the reinvocation policy IfNeeded and was called before
 * a later change of the object, by the same plugin or, between the rounds, by another one.
 */
export interface Reinvocations {
  readonly begin: (attributes: AdmissionAttributes) => RoundCalls;
}

interface State {
  /** Ids that a later change makes due again. */
  invoked: Set<string>;
  readonly due: Set<string>;
  last: JsonObject | undefined;
}

export function createReinvocations(): Reinvocations {
  const states = new WeakMap<object, State>();
  return {
    begin({ round, object }) {
      const state = (round && states.get(round.write)) ?? { invoked: new Set(), due: new Set(), last: undefined };
      if (round !== undefined) states.set(round.write, state);
      const makeDue = (): void => {
        for (const id of state.invoked) state.due.add(id);
        state.invoked = new Set();
      };
      const isSecond = round?.isSecond === true;
      if (isSecond && !deepEqual(state.last ?? null, object ?? null)) makeDue();
      const requireAgain = (): void => {
        makeDue();
        round?.repeat();
      };
      return {
        isDue: ({ id }) => !isSecond || state.due.has(id),
        called({ id, isReinvocable }, isMutated) {
          if (isMutated) requireAgain();
          if (isReinvocable) state.invoked.add(id);
        },
        requireAgain,
        end(last) {
          state.last = last;
        },
      };
    },
  };
}
