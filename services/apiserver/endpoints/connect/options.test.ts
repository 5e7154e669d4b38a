import assert from 'node:assert/strict';
import {
  podExecOptionsSchema,
  podLogOptionsSchema,
  podPortForwardOptionsSchema,
  podProxyOptionsSchema,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { optionsKind } from '@pilothouse/kinds/core/proxied.js';
import { connectOptions } from './options.js';

describe('the options of a connection', () => {
  const log = optionsKind('PodLogOptions', podLogOptionsSchema);
  const exec = optionsKind('PodExecOptions', podExecOptionsSchema);
  const ports = optionsKind('PodPortForwardOptions', podPortForwardOptionsSchema);
  const proxy = optionsKind('PodProxyOptions', podProxyOptionsSchema);
  const cases: readonly (readonly [kind: typeof log, query: string, wanted: object])[] = [
    [log, '', {}],
    [log, 'other=1&container=a&container=b', { container: 'a' }],
    [log, 'follow&previous=False&timestamps=0', { follow: true }],
    [log, 'tailLines=%2B5&limitBytes=9007199254740993', { tailLines: 5, limitBytes: 9007199254740993n }],
    [log, 'sinceTime=2026-01-02T03:04:05.678%2B01:00', { sinceTime: '2026-01-02T02:04:05Z' }],
    [exec, 'command=a&command=b&stdin=true&tty=x', { stdin: true, tty: true, command: ['a', 'b'] }],
    [ports, 'ports=1,2&ports=65535', { ports: [1, 2, 65535] }],
    [proxy, 'path=/other', { path: '/own/' }],
  ];
  for (const [kind, query, wanted] of cases) {
    it(`${kind.kind} of ${query}`, () => {
      const { kind: name, apiVersion, ...options } = connectOptions(kind, new URLSearchParams(query), '/own/');
      assert.deepEqual([name, apiVersion], [kind.kind, 'v1']);
      assert.deepEqual({ ...options }, wanted);
    });
  }

  const refused: readonly (readonly [kind: typeof log, query: string, message: string])[] = [
    [log, 'tailLines=a', 'strconv.ParseInt: parsing "a": invalid syntax'],
    [log, 'tailLines=', 'strconv.ParseInt: parsing "": invalid syntax'],
    [log, 'tailLines=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    [log, 'sinceTime=x', 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
    [log, 'sinceTime=2026-02-03', 'parsing time "2026-02-03" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
    [log, 'sinceTime=2026-02-30T00:00:00Z', 'parsing time "2026-02-30T00:00:00Z": day out of range'],
    [log, 'sinceTime=2026-02-03T00:00:00Zx', 'parsing time "2026-02-03T00:00:00Zx": extra text: "x"'],
    [ports, 'ports=65536', 'cannot convert to []int32: strconv.ParseUint: parsing "65536": value out of range'],
    [ports, 'ports=-1', 'cannot convert to []int32: strconv.ParseUint: parsing "-1": invalid syntax'],
  ];
  for (const [kind, query, message] of refused) {
    it(`${query} is refused`, () => {
      const read = (): unknown => connectOptions(kind, new URLSearchParams(query), '');
      assert.throws(read, { message, code: 400 });
    });
  }
});
