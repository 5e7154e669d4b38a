import type { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { ReviewedWrite } from '../expressions/write-values.js';
import { reviewedWrites } from '../reviewed-write.js';
import { settle, type DispatchOptions } from './dispatch.js';
import type { Candidate } from './plan.js';
import { objectWriter } from './review.js';
import { reviewedBy } from './select.js';
import type { Webhook } from './webhook.js';

/**
 * Asks all webhooks about a write at the same time, and waits for all answers. Rejects with the error of the first webhook
 * that refuses, in the order of the webhooks.
 */
export async function validateByWebhooks(
  candidates: readonly Candidate[],
  attributes: AdmissionAttributes,
  options: DispatchOptions,
): Promise<void> {
  if (candidates.length === 0) return;
  const writes = reviewedWrites(attributes, options.kinds);
  const asked: { readonly webhook: Webhook; readonly reviewed: ReviewedWrite }[] = [];
  for (const candidate of candidates) {
    const reviewed = await reviewedBy(candidate, attributes, writes, options);
    if (reviewed !== undefined) asked.push({ webhook: candidate.webhook, reviewed });
  }
  const write = objectWriter();
  const ask = async (
    { webhook, reviewed }: (typeof asked)[number],
    index: number,
  ): Promise<StatusError | undefined> => {
    const begin = options.clock();
    const outcome = await options.call({ webhook, reviewed, attributes, write });
    return settle(outcome, { webhook, round: 0, index }, attributes, begin, options);
  };
  const errors = await Promise.all(asked.map(ask));
  const error = errors.find((each) => each !== undefined);
  if (error !== undefined) throw error;
}
