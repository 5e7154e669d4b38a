import assert from 'node:assert/strict';
import { remoteContext, traceparentOf } from './trace-context.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const CONTEXT = { traceId: TRACE, spanId: SPAN };

describe('trace contexts in headers', () => {
  const VALID: readonly (readonly [string, boolean])[] = [
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    // A later version may have further fields.
    [`01-${TRACE}-${SPAN}-01-more`, true],
  ];
  for (const [header, isSampled] of VALID) {
    it(`reads ${header}`, () => assert.deepEqual(remoteContext(header, undefined), { ...CONTEXT, isSampled }));
  }

  const INVALID = [
    '',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01\n`,
  ];
  for (const header of INVALID) {
    it(`ignores ${JSON.stringify(header)}`, () => assert.equal(remoteContext(header, undefined), undefined));
  }

  it('keeps the state of other systems up to a limit', () => {
    const header = `00-${TRACE}-${SPAN}-01`;
    assert.equal(remoteContext(header, 'a=1')?.state, 'a=1');
    assert.equal(remoteContext(header, 'a'.repeat(2000))?.state, undefined);
  });

  it('writes what it reads', () => {
    const header = `00-${TRACE}-${SPAN}-01`;
    assert.equal(traceparentOf({ ...CONTEXT, isSampled: true }), header);
  });
});
