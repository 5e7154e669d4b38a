import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { Webhook } from './webhook.js';

/** The calls of one round. */
export interface RoundCalls {
  /** Whether the webhook is called: always in the first round. */
  readonly isDue: (webhook: Webhook) => boolean;
  readonly called: (webhook: Webhook, isMutated: boolean) => void;
  /** Ends the round, with the object after all changes. */
  readonly end: (object: JsonObject | undefined) => void;
}

/**
 * Decides which webhooks are called in the second round of a write: those with the reinvocation policy IfNeeded that were
 * called before a later change of the object, by a webhook or, between the rounds, by another plugin.
 */
export interface Reinvocations {
  readonly begin: (attributes: AdmissionAttributes) => RoundCalls;
}

interface State {
  /** Ids of webhooks that a later change makes due again. */
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
      const requireAgain = (): void => {
        for (const id of state.invoked) state.due.add(id);
        state.invoked = new Set();
      };
      const isSecond = round?.isSecond === true;
      if (isSecond && !deepEqual(state.last ?? null, object ?? null)) requireAgain();
      return {
        isDue: ({ id }) => !isSecond || state.due.has(id),
        called({ id, spec }, isMutated) {
          if (isMutated) {
            requireAgain();
            round?.repeat();
          }
          if (spec.reinvocationPolicy === 'IfNeeded') state.invoked.add(id);
        },
        end(last) {
          state.last = last;
        },
      };
    },
  };
}
