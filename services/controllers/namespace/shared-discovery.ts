import type { Discovery } from '@pilothouse/client/discovery.js';
import type { Timing } from '@pilothouse/client/timing.js';

/** Milliseconds for which an answer is good. */
const MAX_AGE = 5_000;

interface Question {
  readonly putAt: number;
  readonly answer: Promise<Discovery>;
  isOpen: boolean;
}

/**
 * Discovery for many who ask at a time: one question is put at a time, and its answer is for all who can do with it.
 * Whoever asks gets the answer to a question that was put after `since`, by the clock of `timing`, and not long ago. One
 * that some groups did not answer serves only those who wait for it.
 */
export function sharedDiscovery(
  discover: () => Promise<Discovery>,
  timing: Pick<Timing, 'now'>,
): (since: number) => Promise<Discovery> {
  let latest: Question | undefined;
  const put = (): Question => {
    const question: Question = { putAt: timing.now(), answer: discover(), isOpen: true };
    const settled = (isWhole: boolean): void => {
      question.isOpen = false;
      if (!isWhole && latest === question) latest = undefined;
    };
    question.answer.then(
      ({ errors }) => settled(errors.length === 0),
      () => settled(false),
    );
    return question;
  };
  const ask = async (since: number): Promise<Discovery> => {
    if (latest !== undefined) {
      const { putAt, answer, isOpen } = latest;
      if (putAt >= since && timing.now() - putAt <= MAX_AGE) return answer;
      if (isOpen) {
        await answer.catch(() => undefined);
        return ask(since);
      }
    }
    latest = put();
    return latest.answer;
  };
  return ask;
}
