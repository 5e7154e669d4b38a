import assert from 'node:assert/strict';
import { eventSchema as coreEventSchema, type Event as CoreEvent } from '@pilothouse/apimachinery/generated/core/v1.js';
import { eventSchema, type Event } from '@pilothouse/apimachinery/generated/events/v1.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { arbitraryFor } from '@pilothouse/apimachinery/schema/arbitrary.test.helper.js';
import * as fc from 'fast-check';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { fromCoreEvent, toCoreEvent } from './conversion.js';

const LOOSE = { valid: false, defaults: true };
const TIME = '2026-01-02T03:04:05Z';
const MICRO_TIME = '2026-01-02T03:04:05.000006Z';

describe('conversion of events', () => {
  it('of the core group is lossless and keeps the order of fields', () => {
    fc.assert(
      fc.property(arbitraryFor(coreEventSchema, LOOSE), (event) => {
        assert.equal(writeJson(toCoreEvent(fromCoreEvent(event))), writeJson(event));
      }),
    );
  });

  it('of the newer group is lossless and keeps the order of fields', () => {
    fc.assert(
      fc.property(arbitraryFor(eventSchema, LOOSE), (event) => {
        assert.equal(writeJson(fromCoreEvent(toCoreEvent(event as Event))), writeJson(event));
      }),
    );
  });

  it('renames fields', () => {
    const core: CoreEvent = {
      metadata: { name: 'a', namespace: 'b' },
      involvedObject: { kind: 'Pod' },
      reason: 'Because',
      message: 'It happened.',
      source: { component: 'c', host: 'd' },
      firstTimestamp: TIME,
      lastTimestamp: TIME,
      count: 3,
      type: 'Normal',
      eventTime: MICRO_TIME,
      series: { lastObservedTime: MICRO_TIME },
      action: 'Doing',
      related: { kind: 'Node' },
      reportingComponent: 'e',
      reportingInstance: 'f',
    };
    assert.deepEqual(plain(fromCoreEvent({ kind: 'Event', apiVersion: 'v1', ...core })), {
      metadata: { name: 'a', namespace: 'b' },
      eventTime: MICRO_TIME,
      series: { count: 0, lastObservedTime: MICRO_TIME },
      reportingController: 'e',
      reportingInstance: 'f',
      action: 'Doing',
      reason: 'Because',
      regarding: { kind: 'Pod' },
      related: { kind: 'Node' },
      note: 'It happened.',
      type: 'Normal',
      deprecatedSource: { component: 'c', host: 'd' },
      deprecatedFirstTimestamp: TIME,
      deprecatedLastTimestamp: TIME,
      deprecatedCount: 3,
    });
  });
});
