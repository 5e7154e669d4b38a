import { FLAG, SETTING, settingsFrame } from '../protocol/frames.js';
import { frame, GET, literals, numbers, POST, request, type Fields } from '../server/raw.test.helper.js';
import {
  answer,
  anyFrame,
  at,
  block,
  goAway,
  malformed,
  none,
  reset,
  SLOW,
  SLOW_POST,
  without,
  X,
} from './case.test.helper.js';
import type { Case, Cases } from './case.test.helper.js';

const OPEN = request(1, POST, false);
const DATA = frame('data', FLAG.endStream, 1, X);
const LENGTH_2 = request(1, [...SLOW_POST, ['content-length', '2']], false);
const LARGE = request(1, at('/large'));
const bytes = (count: number) =>
  ({
    type: 'frame',
    frame: 'data',
    is: ({ payload }: { readonly payload: Buffer }) => payload.length === count,
  }) as const;

/** Requests with invalid fields. */
const malformedWith = (fields: Readonly<Record<string, Fields>>): Case[] =>
  Object.entries(fields).map(([name, list]) => ({ name, send: [request(1, list)], reaction: malformed }));

/** A request with trailers. */
const trailers = (...fields: Fields): readonly Buffer[] => [
  request(1, SLOW_POST, false),
  frame('data', 0, 1, X),
  request(1, fields),
];

/** Cases of stream frames, flow-control windows, requests and header blocks. */
export const STREAM_CASES: Cases = {
  'RFC 9113, 6.1': [
    {
      name: 'DATA in several frames',
      send: [OPEN, frame('data', 0, 1, X), DATA],
      reaction: { type: 'answer', stream: 1, status: '200', body: '2' },
    },
    {
      name: 'DATA with padding',
      send: [OPEN, frame('data', 9, 1, Buffer.from([2, 97, 0, 0]))],
      reaction: { type: 'answer', stream: 1, status: '200', body: '1' },
    },
    { name: 'DATA on stream 0', send: [frame('data', 0, 0, X)], reaction: goAway('protocolError') },
    {
      name: 'padding as long as the payload',
      send: [OPEN, frame('data', 8, 1, Buffer.from([3, 0, 0]))],
      reaction: goAway('protocolError'),
    },
  ],
  'RFC 9113, 6.2': [
    {
      name: 'HEADERS with padding',
      send: [frame('headers', 0xd, 1, Buffer.concat([Buffer.from([1]), literals(GET), Buffer.alloc(1)]))],
      reaction: answer(),
    },
    {
      name: 'HEADERS with a priority',
      send: [frame('headers', 0x25, 1, Buffer.concat([Buffer.alloc(5), literals(GET)]))],
      reaction: answer(),
    },
    { name: 'HEADERS on stream 0', send: [request(0)], reaction: goAway('protocolError') },
    {
      name: 'padding that is longer than the frame',
      send: [frame('headers', 0xd, 1, Buffer.from([9, 0]))],
      reaction: goAway('protocolError'),
    },
    {
      name: 'an incomplete priority',
      send: [frame('headers', 0x25, 1, Buffer.from([0]))],
      reaction: goAway('protocolError'),
    },
  ],
  'RFC 9113, 6.3': [
    {
      name: 'PRIORITY',
      send: [frame('priority', 0, 1, Buffer.from([0, 0, 0, 0, 255])), request(1)],
      reaction: answer(),
    },
    {
      name: 'an exclusive dependency',
      send: [frame('priority', 0, 3, Buffer.from([128, 0, 0, 1, 0])), request(1)],
      reaction: answer(),
    },
    {
      name: 'PRIORITY on stream 0',
      send: [frame('priority', 0, 0, Buffer.alloc(5))],
      reaction: goAway('protocolError'),
    },
    {
      name: 'PRIORITY of four bytes',
      send: [request(1, SLOW), frame('priority', 0, 1, Buffer.alloc(4))],
      reaction: reset('frameSizeError'),
    },
    {
      name: 'PRIORITY of four bytes, for an idle stream',
      send: [frame('priority', 0, 1, Buffer.alloc(4))],
      reaction: goAway('frameSizeError'),
    },
  ],
  'RFC 9113, 6.4': [
    { name: 'RST_STREAM on stream 0', send: [numbers('reset', 0, 8)], reaction: goAway('protocolError') },
    {
      name: 'RST_STREAM of three bytes',
      send: [request(1, SLOW), frame('reset', 0, 1, Buffer.alloc(3))],
      reaction: goAway('frameSizeError'),
    },
  ],
  'RFC 9113, 6.5.3': [
    {
      name: 'the last of several values applies',
      send: [
        settingsFrame([
          [SETTING.initialWindow, 100],
          [SETTING.initialWindow, 1],
        ]),
        LARGE,
      ],
      reaction: bytes(1),
    },
  ],
  'RFC 9113, 6.9': [
    {
      name: 'an increment of 0 on the connection',
      send: [numbers('windowUpdate', 0, 0)],
      reaction: goAway('protocolError'),
    },
    {
      name: 'an increment of 0 on a stream',
      send: [request(1, SLOW), numbers('windowUpdate', 1, 0)],
      reaction: reset('protocolError'),
    },
    {
      name: 'WINDOW_UPDATE of three bytes',
      send: [frame('windowUpdate', 0, 0, Buffer.alloc(3))],
      reaction: goAway('frameSizeError'),
    },
    {
      name: 'WINDOW_UPDATE with the reserved bit',
      send: [numbers('windowUpdate', 0, 2 ** 31 + 1), request(1)],
      reaction: answer(),
    },
  ],
  'RFC 9113, 6.9.1': [
    {
      name: 'DATA within the window',
      send: [settingsFrame([[SETTING.initialWindow, 1]]), LARGE],
      reaction: bytes(1),
    },
    {
      name: 'a connection window above 2^31-1',
      send: [numbers('windowUpdate', 0, 2 ** 31 - 1)],
      reaction: goAway('flowControlError'),
    },
    {
      name: 'a stream window above 2^31-1',
      send: [request(1, SLOW), numbers('windowUpdate', 1, 2 ** 31 - 1)],
      reaction: reset('flowControlError'),
    },
    {
      name: 'DATA beyond the connection window',
      send: [
        request(1, SLOW_POST, false),
        ...Array.from({ length: 5 }, () => frame('data', 0, 1, Buffer.alloc(16_000))),
      ],
      reaction: goAway('flowControlError'),
    },
  ],
  'RFC 9113, 6.9.2': [
    {
      name: 'SETTINGS that enlarge the windows of open streams',
      send: [settingsFrame([[SETTING.initialWindow, 0]]), LARGE, settingsFrame([[SETTING.initialWindow, 5]])],
      reaction: bytes(5),
    },
    {
      name: 'a negative window',
      send: [
        settingsFrame([[SETTING.initialWindow, 3]]),
        LARGE,
        'data',
        settingsFrame([[SETTING.initialWindow, 2]]),
        numbers('windowUpdate', 1, 5),
      ],
      reaction: bytes(4),
    },
    {
      name: 'SETTINGS that raise a window above 2^31-1',
      send: [
        request(1, SLOW),
        numbers('windowUpdate', 1, 2 ** 30),
        settingsFrame([[SETTING.initialWindow, 2 ** 31 - 1]]),
      ],
      reaction: goAway('flowControlError'),
    },
  ],
  'RFC 9113, 8.1': [
    { name: 'trailers', send: trailers(['x-checksum', 'a']), reaction: none },
    {
      name: 'a second HEADERS frame without END_STREAM',
      send: [request(1, SLOW_POST, false), request(1, [['a', 'b']], false)],
      reaction: reset('protocolError'),
    },
    { name: 'HEAD', send: [request(1, [[':method', 'HEAD'], ...GET.slice(1)])], reaction: answer() },
  ],
  'RFC 9113, 8.1.1': [
    {
      name: 'DATA beyond content-length',
      send: [LENGTH_2, frame('data', FLAG.endStream, 1, Buffer.from('abc'))],
      reaction: reset('protocolError'),
    },
    {
      name: 'DATA beyond content-length in several frames',
      send: [LENGTH_2, frame('data', 0, 1, Buffer.from('ab')), DATA],
      reaction: reset('protocolError'),
    },
    { name: 'DATA below content-length', send: [LENGTH_2, DATA], reaction: reset('protocolError') },
    ...malformedWith({ 'content-length without DATA': [...POST, ['content-length', '1']] }),
  ],
  'RFC 9113, 8.2': malformedWith({
    'upper case in a name': [...GET, ['Impersonate-User', 'bob']],
    'a space in a name': [...GET, ['impersonate user', 'bob']],
    'an empty name': [...GET, ['', 'bob']],
    'a space after a value': [...GET, ['impersonate-user', 'bob ']],
    'a space before a value': [...GET, ['impersonate-user', ' bob']],
    'a control character in a value': [...GET, ['impersonate-user', 'bob\u0001']],
    'a line break in a value': [...GET, ['impersonate-user', 'bob\r\nimpersonate-group: a']],
  }),
  'RFC 9113, 8.2.2': malformedWith({
    connection: [...GET, ['connection', 'close']],
    'transfer-encoding': [...POST, ['transfer-encoding', 'chunked']],
    'te other than trailers': [...GET, ['te', 'gzip']],
  }),
  'RFC 9113, 8.3': [
    ...malformedWith({
      'an unknown pseudo-header': [...GET, [':test', 'a']],
      'a pseudo-header of responses': [...GET, [':status', '200']],
      'a pseudo-header after a header': [['a', 'b'], ...GET],
    }),
    { name: 'a pseudo-header in trailers', send: trailers([':method', 'GET']), reaction: reset('protocolError') },
    { name: 'upper case in trailers', send: trailers(['X', 'y']), reaction: reset('protocolError') },
    { name: 'connection in trailers', send: trailers(['connection', 'close']), reaction: reset('protocolError') },
  ],
  'RFC 9113, 8.3.1': malformedWith({
    'no :method': without(':method'),
    'no :scheme': without(':scheme'),
    'no :path': without(':path'),
    'an empty :path': at(''),
    'a space in :path': at('/a b'),
    'a URL as :path': at('http://x/'),
    'two :method': [...GET, [':method', 'GET']],
    'two :scheme': [...GET, [':scheme', 'https']],
    'two :path': [...GET, [':path', '/b']],
    'a host other than :authority': [...GET, ['host', 'other']],
  }),
  'RFC 9113, 8.5': malformedWith({ 'CONNECT with :path': [[':method', 'CONNECT'], ...GET.slice(1)] }),
  'RFC 9110, 8.6': malformedWith({
    'two lengths': [...POST, ['content-length', '1'], ['content-length', '2']],
    'a negative length': [...POST, ['content-length', '-1']],
  }),
  'RFC 9113, 10.5.1': [
    {
      name: '2,000 headers',
      send: [request(1, [...GET, ...Array.from({ length: 2000 }, () => ['x', ''] as const)])],
      reaction: answer('431'),
    },
    {
      name: 'a header block of 160 KB',
      send: [
        frame('headers', 0, 1),
        ...Array.from({ length: 10 }, () => frame('continuation', 0, 1, Buffer.alloc(16_384))),
      ],
      reaction: goAway('enhanceYourCalm'),
    },
    {
      name: 'a header block in 1,000 empty frames',
      send: [frame('headers', 0, 1), ...Array.from({ length: 1000 }, () => frame('continuation', 0, 1))],
      reaction: goAway('enhanceYourCalm'),
    },
  ],
  'RFC 7541, 2.3.3': [
    { name: 'an index beyond the table', send: [block('ff00')], reaction: goAway('compressionError') },
  ],
  'RFC 7541, 4.2': [
    { name: 'a table size update at the end of a block', send: [block('20')], reaction: goAway('compressionError') },
  ],
  'RFC 7541, 5.1': [
    { name: 'an integer that overflows', send: [block('ff'.repeat(20))], reaction: goAway('compressionError') },
  ],
  'RFC 7541, 5.2': [
    { name: 'a Huffman string', send: [block('00811f8cf1e3c2e5f23a6ba0ab90f4ff')], reaction: answer() },
    { name: 'padding of more than 7 bits', send: [block('00821fff0161')], reaction: goAway('compressionError') },
    { name: 'padding of zeros', send: [block('0081180161')], reaction: goAway('compressionError') },
    { name: 'the EOS symbol', send: [block('0084ffffffff0161')], reaction: goAway('compressionError') },
    { name: 'an incomplete string', send: [block('000561')], reaction: goAway('compressionError') },
  ],
  'RFC 7541, 6.1': [
    { name: 'indexed fields', send: [frame('headers', 5, 1, Buffer.from('828784', 'hex'))], reaction: answer() },
    { name: 'index 0', send: [block('80')], reaction: goAway('compressionError') },
  ],
  'RFC 7541, 6.2': [
    { name: 'incremental indexing', send: [block('4001610162be')], reaction: answer() },
    { name: 'no indexing', send: [block('0001610162')], reaction: answer() },
    { name: 'never indexed', send: [block('1001610162')], reaction: answer() },
  ],
  'RFC 7541, 6.3': [
    {
      name: 'a smaller table',
      send: [anyFrame(1, 5, 1, Buffer.concat([Buffer.from('20', 'hex'), literals(GET)]))],
      reaction: answer(),
    },
    {
      name: 'a larger table than SETTINGS_HEADER_TABLE_SIZE',
      send: [anyFrame(1, 5, 1, Buffer.concat([Buffer.from('3fe21f', 'hex'), literals(GET)]))],
      reaction: goAway('compressionError'),
    },
  ],
};
