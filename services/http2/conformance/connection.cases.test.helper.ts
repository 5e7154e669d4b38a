import { FLAG, PREFACE, SETTING, settingsFrame } from '../protocol/frames.js';
import { frame, GET, literals, numbers, POST, request } from '../server/raw.test.helper.js';
import { answer, anyFrame, goAway, none, reset, SLOW, SLOW_POST, X, type Cases } from './case.test.helper.js';

const OPEN = request(1, POST, false);
const DATA = frame('data', FLAG.endStream, 1, X);
const PING = frame('ping', 0, 0, Buffer.alloc(8, 7));
const AFTER_1 = Buffer.from([0, 0, 0, 1, 16]);
const preface = Buffer.from(PREFACE);
const headersAt = (flags: number, stream = 1): Buffer => frame('headers', flags, stream, literals(GET));
const continuation = (flags: number, stream = 1, payload?: Buffer): Buffer =>
  frame('continuation', flags, stream, payload);

/** Cases of connection prefaces, frames and stream states. */
export const CONNECTION_CASES: Cases = {
  'RFC 9113, 3.4': [
    { name: 'SETTINGS first', beginning: [preface, settingsFrame([])], send: [request(1)], reaction: answer() },
    {
      name: 'a preface with a wrong last byte',
      beginning: [preface.subarray(0, 23), X],
      send: [],
      reaction: goAway('protocolError'),
    },
    {
      name: 'an HTTP/1.1 request',
      beginning: [Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n')],
      send: [],
      reaction: goAway('protocolError'),
    },
    { name: 'no SETTINGS', beginning: [preface], send: [request(1)], reaction: goAway('protocolError') },
  ],
  'RFC 9113, 4.1': [
    { name: 'an unknown type', send: [anyFrame(0xff, 0, 0, X), request(1)], reaction: answer() },
    { name: 'undefined flags', send: [anyFrame(6, 0xfe, 0, Buffer.alloc(8)), request(1)], reaction: answer() },
    { name: 'the reserved bit', send: [anyFrame(6, 0, 2 ** 31, Buffer.alloc(8)), request(1)], reaction: answer() },
  ],
  'RFC 9113, 4.2': [
    {
      name: 'DATA of 16,384 bytes',
      send: [OPEN, frame('data', FLAG.endStream, 1, Buffer.alloc(16_384))],
      reaction: { type: 'answer', stream: 1, status: '200', body: '16384' },
    },
    {
      name: 'DATA of 16,385 bytes',
      send: [OPEN, frame('data', 0, 1, Buffer.alloc(16_385))],
      reaction: goAway('frameSizeError'),
    },
    {
      name: 'HEADERS of 16,385 bytes',
      send: [frame('headers', FLAG.endHeaders, 1, Buffer.alloc(16_385))],
      reaction: goAway('frameSizeError'),
    },
    {
      name: 'the header of an oversized frame',
      send: [Buffer.from('ffffff000000000001', 'hex')],
      reaction: goAway('frameSizeError'),
    },
  ],
  'RFC 9113, 4.3': [
    {
      name: 'an invalid block',
      send: [frame('headers', 5, 1, Buffer.from([0xff, 0]))],
      reaction: goAway('compressionError'),
    },
    {
      name: 'PRIORITY within a header block',
      send: [headersAt(1), frame('priority', 0, 1, Buffer.alloc(5))],
      reaction: goAway('protocolError'),
    },
    { name: 'PING within a header block', send: [headersAt(1), PING], reaction: goAway('protocolError') },
    {
      name: 'HEADERS of another stream within a header block',
      send: [headersAt(1), request(3)],
      reaction: goAway('protocolError'),
    },
  ],
  'RFC 9113, 5.1: idle': [
    { name: 'DATA', send: [frame('data', 0, 1, X)], reaction: goAway('protocolError') },
    { name: 'RST_STREAM', send: [numbers('reset', 1, 8)], reaction: goAway('protocolError') },
    { name: 'WINDOW_UPDATE', send: [numbers('windowUpdate', 7, 1)], reaction: goAway('protocolError') },
    { name: 'CONTINUATION', send: [continuation(FLAG.endHeaders)], reaction: goAway('protocolError') },
    { name: 'PRIORITY', send: [frame('priority', 0, 9, AFTER_1), request(1)], reaction: answer() },
  ],
  'RFC 9113, 5.1: half-closed (remote)': [
    { name: 'DATA', send: [request(1, SLOW), frame('data', 0, 1, X)], reaction: reset('streamClosed') },
    { name: 'HEADERS', send: [request(1, SLOW), request(1, [['a', 'b']])], reaction: reset('streamClosed') },
    {
      name: 'CONTINUATION',
      send: [request(1, SLOW), continuation(FLAG.endHeaders)],
      reaction: goAway('protocolError'),
    },
    { name: 'PRIORITY', send: [request(1, SLOW), frame('priority', 0, 1, Buffer.alloc(5))], reaction: none },
    { name: 'WINDOW_UPDATE', send: [request(1, SLOW), numbers('windowUpdate', 1, 1)], reaction: none },
    { name: 'RST_STREAM', send: [request(1, SLOW), numbers('reset', 1, 8)], reaction: none },
  ],
  'RFC 9113, 5.1: closed by RST_STREAM': [
    {
      name: 'DATA',
      send: [request(1, SLOW_POST, false), numbers('reset', 1, 8), frame('data', 0, 1, X)],
      reaction: reset('streamClosed'),
    },
    {
      name: 'HEADERS',
      send: [request(1, SLOW_POST, false), numbers('reset', 1, 8), request(1)],
      reaction: goAway('streamClosed'),
    },
    {
      name: 'CONTINUATION',
      send: [request(1, SLOW_POST, false), numbers('reset', 1, 8), continuation(4)],
      reaction: goAway('protocolError'),
    },
  ],
  'RFC 9113, 5.1: closed by END_STREAM': [
    { name: 'DATA', send: [request(1), 1, frame('data', 0, 1, X)], reaction: reset('streamClosed') },
    { name: 'HEADERS', send: [request(1), 1, request(1)], reaction: goAway('streamClosed') },
    { name: 'CONTINUATION', send: [request(1), 1, continuation(FLAG.endHeaders)], reaction: goAway('protocolError') },
    { name: 'PRIORITY', send: [request(1), 1, frame('priority', 0, 1, Buffer.alloc(5))], reaction: none },
    { name: 'WINDOW_UPDATE', send: [request(1), 1, numbers('windowUpdate', 1, 1)], reaction: none },
    { name: 'RST_STREAM', send: [request(1), 1, numbers('reset', 1, 8)], reaction: none },
  ],
  'RFC 9113, 5.1.1': [
    { name: 'an even stream', send: [request(2)], reaction: goAway('protocolError') },
    { name: 'a smaller stream', send: [request(5), request(3)], reaction: goAway('streamClosed') },
  ],
  'RFC 9113, 5.1.2': [
    {
      name: 'more streams than SETTINGS_MAX_CONCURRENT_STREAMS',
      send: [1, 3, 5, 7, 9].map((stream) => request(stream, SLOW)),
      reaction: reset('refusedStream', 9),
    },
  ],
  'RFC 9113, 5.3.1': [
    {
      name: 'HEADERS that depend on their own stream',
      send: [frame('headers', 0x25, 1, Buffer.concat([AFTER_1, literals(GET)]))],
      reaction: { type: 'malformed', stream: 1 },
    },
    {
      name: 'PRIORITY that depends on its own stream',
      send: [request(1, SLOW), frame('priority', 0, 1, AFTER_1)],
      reaction: reset('protocolError'),
    },
    {
      name: 'PRIORITY that depends on its own stream, which is idle',
      send: [frame('priority', 0, 1, AFTER_1)],
      reaction: goAway('protocolError'),
    },
  ],
  'RFC 9113, 5.4.1': [
    {
      name: 'GOAWAY names the last stream',
      send: [request(1), request(3), 3, frame('ping', 0, 0, Buffer.alloc(7))],
      reaction: { type: 'frame', frame: 'goAway', is: ({ payload }) => payload.readUInt32BE(0) === 3 },
    },
  ],
  'RFC 9113, 5.5': [
    {
      name: 'an unknown frame with all flags',
      send: [anyFrame(0x16, 0xff, 0, Buffer.alloc(8)), request(1)],
      reaction: answer(),
    },
    {
      name: 'an unknown frame within a header block',
      send: [headersAt(1), anyFrame(0x16, 0, 0)],
      reaction: goAway('protocolError'),
    },
    { name: 'an unknown setting', send: [settingsFrame([[0xff, 1]]), request(1)], reaction: answer() },
  ],
  'RFC 9113, 6.7': [
    {
      name: 'PING is acknowledged',
      send: [PING],
      reaction: {
        type: 'frame',
        frame: 'ping',
        is: ({ flags, payload }) => flags === FLAG.ack && payload.equals(Buffer.alloc(8, 7)),
      },
    },
    {
      name: 'an acknowledgement is not acknowledged',
      send: [frame('ping', FLAG.ack, 0, Buffer.alloc(8))],
      reaction: none,
    },
    { name: 'PING on a stream', send: [frame('ping', 0, 1, Buffer.alloc(8))], reaction: goAway('protocolError') },
    { name: 'PING of seven bytes', send: [frame('ping', 0, 0, Buffer.alloc(7))], reaction: goAway('frameSizeError') },
  ],
  'RFC 9113, 6.8': [
    { name: 'GOAWAY on a stream', send: [frame('goAway', 0, 1, Buffer.alloc(8))], reaction: goAway('protocolError') },
    {
      name: 'GOAWAY of seven bytes',
      send: [frame('goAway', 0, 0, Buffer.alloc(7))],
      reaction: goAway('frameSizeError'),
    },
  ],
  'RFC 9113, 6.10': [
    {
      name: 'several CONTINUATION frames',
      send: [
        frame('headers', 1, 1, literals(GET.slice(0, 2))),
        continuation(0, 1, literals(GET.slice(2, 3))),
        continuation(4, 1, literals(GET.slice(3))),
      ],
      reaction: answer(),
    },
    {
      name: 'another frame in between',
      send: [headersAt(1), continuation(0), frame('data', 0, 1, X)],
      reaction: goAway('protocolError'),
    },
    {
      name: 'CONTINUATION on stream 0',
      send: [headersAt(1), continuation(4, 0)],
      reaction: goAway('protocolError'),
    },
    {
      name: 'CONTINUATION on another stream',
      send: [headersAt(1), continuation(4, 3)],
      reaction: goAway('protocolError'),
    },
    {
      name: 'CONTINUATION after END_HEADERS',
      send: [headersAt(5), continuation(4)],
      reaction: goAway('protocolError'),
    },
    {
      name: 'CONTINUATION after the last one',
      send: [headersAt(1), continuation(4), continuation(4)],
      reaction: goAway('protocolError'),
    },
    {
      name: 'CONTINUATION after DATA',
      send: [request(1, SLOW_POST, false), DATA, continuation(4)],
      reaction: goAway('protocolError'),
    },
  ],
  'RFC 9113, 7': [
    { name: 'GOAWAY with an unknown code', send: [numbers('goAway', 0, 0, 0xff), request(1)], reaction: answer() },
    { name: 'RST_STREAM with an unknown code', send: [request(1, SLOW), numbers('reset', 1, 0xff)], reaction: none },
  ],
  'RFC 9113, 8.4': [
    {
      name: 'PUSH_PROMISE',
      send: [frame('push', FLAG.endHeaders, 1, Buffer.alloc(8))],
      reaction: goAway('protocolError'),
    },
  ],
  'RFC 9113, 6.5': [
    {
      name: 'SETTINGS are acknowledged',
      send: [settingsFrame([[SETTING.initialWindow, 100]])],
      reaction: {
        type: 'frame',
        frame: 'settings',
        is: ({ flags, payload }) => flags === FLAG.ack && payload.length === 0,
      },
    },
    {
      name: 'an acknowledgement with a payload',
      send: [frame('settings', FLAG.ack, 0, Buffer.alloc(6))],
      reaction: goAway('frameSizeError'),
    },
    { name: 'SETTINGS on a stream', send: [frame('settings', 0, 1)], reaction: goAway('protocolError') },
    {
      name: 'SETTINGS of five bytes',
      send: [frame('settings', 0, 0, Buffer.alloc(5))],
      reaction: goAway('frameSizeError'),
    },
  ],
  'RFC 9113, 6.5.2': [
    { name: 'ENABLE_PUSH of 2', send: [settingsFrame([[SETTING.enablePush, 2]])], reaction: goAway('protocolError') },
    {
      name: 'INITIAL_WINDOW_SIZE of 2^31',
      send: [settingsFrame([[SETTING.initialWindow, 2 ** 31]])],
      reaction: goAway('flowControlError'),
    },
    {
      name: 'MAX_FRAME_SIZE below 2^14',
      send: [settingsFrame([[SETTING.maxFrame, 16_383]])],
      reaction: goAway('protocolError'),
    },
    {
      name: 'MAX_FRAME_SIZE of 2^24',
      send: [settingsFrame([[SETTING.maxFrame, 2 ** 24]])],
      reaction: goAway('protocolError'),
    },
  ],
};
