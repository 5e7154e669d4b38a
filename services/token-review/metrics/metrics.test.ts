import assert from 'node:assert/strict';
import { exposedText } from '@pilothouse/runtime/metrics/exposition.js';
import { createMetrics } from './metrics.js';

describe('metrics of the token-review service', () => {
  it('count reviews, answers of sources, cache hits and hashes', async () => {
    const metrics = createMetrics();
    metrics.reviewed({ transport: 'https', result: 'authenticated', milliseconds: 50 });
    metrics.reviewed({ transport: 'https', result: 'limited', milliseconds: 0 });
    metrics.answered('oidc', 'unknown');
    metrics.answered('oidc', 'failed');
    metrics.cacheHit();
    metrics.hashes(3, 2);
    const lines = exposedText(await metrics.expose('text')).split('\n');
    const wanted = [
      'token_review_requests_total{transport="https",result="authenticated"} 1',
      'token_review_requests_total{transport="https",result="limited"} 1',
      'token_review_duration_seconds_bucket{le="0.025",transport="https"} 1',
      'token_review_duration_seconds_bucket{le="0.1",transport="https"} 2',
      'token_review_source_answers_total{source="oidc",result="unknown"} 1',
      'token_review_source_answers_total{source="oidc",result="failed"} 1',
      'token_review_cache_hits_total 1',
      'token_review_hashes{state="waiting"} 3',
      'token_review_hashes{state="running"} 2',
    ];
    for (const line of wanted) assert.ok(lines.includes(line), line);
  });
});
