import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { ROOT } from '../support/root.js';
import type { Answer, Case, Recording, Step } from './case.js';
import { CASES } from './cases/all.js';
import { deviations, type Deviation } from './compare.js';
import type { Difference } from './difference.js';
import { DIFFERENCES, WORDINGS } from './differences.js';
import { runCase } from './run.js';
import { serve, type Served } from './served.test.helper.js';

describe('answers are those of kube-apiserver', () => {
  let served: Served;
  let namespaces = 0;
  const seen = new Set<Difference>();
  before(async () => {
    served = await serve();
  });
  after(() => served.stop());

  for (const [file, cases] of Object.entries(CASES)) {
    describe(file, () => {
      const recording = recorded(file);
      for (const each of cases) {
        it(each.name, async () => {
          const answers = await runCase(each, served, `conformance-${String(++namespaces).padStart(8, '0')}`);
          const expected = recording[each.name] ?? [];
          const unexplained = deviations(expected, answers).filter((deviation) => {
            if (isWording(deviation)) return false;
            const reasons = DIFFERENCES.filter((difference) =>
              explains(difference, deviation, { file, each, expected }),
            );
            for (const reason of reasons) seen.add(reason);
            return reasons.length === 0;
          });
          assert.equal(unexplained.length, 0, unexplained.map((deviation) => shown(deviation, each)).join('\n'));
        });
      }

      it('has answers for these cases and no others', () =>
        assert.deepEqual(
          Object.keys(recording),
          cases.map(({ name }) => name),
        ));
    });
  }

  describe('the table of differences', () => {
    it('has only those that there are', () =>
      assert.deepEqual(
        DIFFERENCES.filter((difference) => !seen.has(difference)).map(({ reason, at, asked }) => ({
          reason,
          at,
          asked,
        })),
        [],
      ));
  });
});

function recorded(file: string): Recording {
  const path = join(ROOT, `test-e2e/conformance/recorded/${file}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Recording) : {};
}

interface Surroundings {
  readonly file: string;
  readonly each: Case;
  readonly expected: readonly Answer[];
}

function explains(difference: Difference, { at, recorded, ours }: Deviation, around: Surroundings): boolean {
  if (!difference.at.test(at) || (difference.file ?? around.file) !== around.file) return false;
  const index = Number.parseInt(at, 10);
  const isSo = (pattern: RegExp | undefined, value: () => string): boolean => pattern?.test(value()) !== false;
  return (
    isSo(difference.asked, () => told(around.each.steps[index])) &&
    isSo(difference.recorded, () => text(recorded)) &&
    isSo(difference.ours, () => text(ours)) &&
    isSo(difference.answer, () => text(around.expected[index] as unknown as JsonValue))
  );
}

/** Whether a deviation is one of words alone. */
function isWording({ recorded, ours }: Deviation): boolean {
  if (typeof recorded !== 'string' || typeof ours !== 'string') return false;
  const worded = (value: string): string => WORDINGS.reduce((text, { from, to }) => text.replace(from, to), value);
  return worded(recorded) === worded(ours);
}

/** A request in a line. */
function told(step: Step | undefined): string {
  if (step === undefined) return '';
  const { method, path, query = {}, headers = {}, body } = step;
  const words = Object.entries(query).map(([key, value]) => `${key}=${value}`);
  return [method, path, ...words, headers['accept'] ?? '', text(body)].filter((word) => word !== '').join(' ');
}

function text(value: JsonValue | undefined): string {
  return JSON.stringify(value) ?? '';
}

function shown({ at, recorded, ours }: Deviation, { steps }: Case): string {
  const short = (value: string): string => value.slice(0, 1000);
  const asked = short(told(steps[Number.parseInt(at, 10)]));
  return `${asked}: ${at}\n  recorded ${short(text(recorded))}\n  ours     ${short(text(ours))}`;
}
