import assert from 'node:assert/strict';
import { createOutage } from './outage.js';

describe('an outage of a service', () => {
  const cases: readonly (readonly [string, happened: string, told: string])[] = [
    ['is told of when it begins and when it is over', 'f f f a a', 'begin end'],
    ['is not told of where there is none', 'a a', ''],
    ['is told of once where one of several replicas is gone', 'f a f a f a', 'begin end'],
    ['is told of again after a minute', 'f a 60 f f a', 'begin end begin end'],
    ['is told of late where it begins soon after another one', 'f a f 60 f', 'begin end begin'],
    ['is told of once, however long it lasts', 'f 60 f 60 f', 'begin'],
  ];
  for (const [name, happened, told] of cases) {
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
      assert.equal(lines.join(' '), told);
    });
  }
});
