import { createIdTable, type Numbered } from '@pilothouse/apimachinery/id-table/id-table.js';
import { errorOf } from './failure.js';
import type { Answer, Call, Operation, Operations, ToHolder } from './messages.js';
import { createOutbox } from './outbox.js';

export type Result<Name extends Operation> = Awaited<ReturnType<Operations[Name]>>;

/** Calls of the process with the store. */
export interface Requests {
  readonly ask: <Name extends Operation>(
    operation: Name,
    ...args: Parameters<Operations[Name]>
  ) => Promise<Result<Name>>;
  /** Called with the answers to calls, in any order. */
  readonly settle: (answers: readonly Answer[]) => void;
}

interface Pending extends Numbered {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly isRead: boolean;
}

/**
 * Calls of one turn share a message. Linearizable reads that arrive while others are under way wait for their answers, which come soon,
 * and share the next message, as with etcd: a message takes several times as long as a read.
 */
export function createRequests(send: (calls: ToHolder) => void): Requests {
  const pending = createIdTable<Pending>();
  let waiting: Call[] = [];
  /** Reads in the message that is being filled, and in earlier ones. */
  let [open, underWay] = [0, 0];
  let last = 0;
  const post = createOutbox<Call>((calls) => {
    underWay += open;
    open = 0;
    send(calls);
  });

  function postRead(call: Call): void {
    open += 1;
    post(call);
  }

  return {
    ask: (operation, ...args) =>
      new Promise((resolve, reject) => {
        last += 1;
        const call = { id: last, operation, args };
        const isRead = isLinearizable(call);
        const settled = (result: unknown): void => resolve(result as Result<typeof operation>);
        pending.add({ id: last, resolve: settled, reject, isRead });
        if (!isRead) post(call);
        else if (underWay > 0) waiting.push(call);
        else postRead(call);
      }),
    settle(answers) {
      for (const { id, result, failure } of answers) {
        const call = pending.get(id);
        if (call === undefined) continue;
        pending.delete(id);
        if (call.isRead) underWay -= 1;
        if (failure === undefined) call.resolve(result);
        else call.reject(errorOf(failure));
      }
      if (underWay > 0) return;
      const next = waiting;
      waiting = [];
      next.forEach(postRead);
    },
  };
}

/** A read that is answered at once. */
function isLinearizable({ operation, args: [, atLeast] }: Call): boolean {
  return operation === 'currentRevision' || (operation === 'get' && atLeast === undefined);
}
