import type { Revision } from '../store.js';

/**
 * Makes a function that asks for the newest revision on behalf of all who wait at the time: whoever comes while a
 * question is under way waits for the next one, since only an answer to a question asked after its arrival proves anything.
 */
export function sharedQuestion(ask: () => Promise<Revision>): () => Promise<Revision> {
  let underWay: Promise<Revision> | undefined;
  let next: Promise<Revision> | undefined;

  function start(): Promise<Revision> {
    const answer = ask();
    underWay = answer;
    const clear = (): void => {
      if (underWay === answer) underWay = undefined;
    };
    answer.then(clear, clear);
    return answer;
  }

  async function afterThis(current: Promise<Revision>): Promise<Revision> {
    await current.catch(() => undefined);
    next = undefined;
    return start();
  }

  return () => (underWay === undefined ? start() : (next ??= afterThis(underWay)));
}
