import { freshnessConformance } from './conformance/freshness.js';
import type { StoreHarness } from './conformance/harness.js';
import { joinedConformance } from './conformance/joined.js';
import { historyConformance } from './conformance/history.js';
import { lifecycleConformance } from './conformance/lifecycle.js';
import { listConformance } from './conformance/lists.js';
import { watchConformance } from './conformance/watches.js';
import { writeConformance } from './conformance/writes.js';

/** Conformance suite of the Store contract, for every implementation. */
export function storeConformance(name: string, harness: StoreHarness): void {
  describe(`${name} as a store`, () => {
    writeConformance(harness);
    joinedConformance(harness);
    listConformance(harness);
    historyConformance(harness);
    watchConformance(harness);
    freshnessConformance(harness);
    lifecycleConformance(harness);
  });
}
