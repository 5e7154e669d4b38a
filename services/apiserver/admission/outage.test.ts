import assert from 'node:assert/strict';
import { createOutage } from './outage.js';

describe('the outage log of a service', () => {
  const cases: readonly (readonly [string, happened: string, reported: string])[] = [
    ['reports begin and end', 'f f f a a', 'begin end'],
    ['reports nothing without an outage', 'a a', ''],
    ['reports one outage if one of several replicas is down', 'f a f a f a', 'begin end'],
    ['reports another outage after a minute', 'f a 60 f f a', 'begin end begin end'],
    ['delays the report of an outage soon after another', 'f a f 60 f', 'begin end begin'],
    ['reports a long outage once', 'f 60 f 60 f', 'begin'],
  ];
  for (const [name, happened, reported] of cases) {
    it(name, () => {
      let now = 0;
      const lines: string[] = [];
      const { failed, answered } = createOutage({
        onBegin: () => void lines.push('begin'),
        onEnd: () => void lines.push('end'),
        now: () => now,
      });
      for (const step of happened.split(' ')) {
        if (step === 'f') failed(new Error('gone'));
        else if (step === 'a') answered();
        else now += Number(step) * 1000;
      }
      assert.equal(lines.join(' '), reported);
    });
  }
});
