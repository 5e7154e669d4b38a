import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { ROOT } from '../support/root.js';
import type { Answer, Case, Recording, Step } from './case.js';
import { BETAS, CASES, PLUGINS } from './cases/all.js';
import { deviations, type Deviation } from './compare.js';
import type { Difference, Wording } from './difference.js';
import { DIFFERENCES, WORDINGS } from './differences.js';
import { runCase } from './run.js';
import { serve, type Served } from './served.test.helper.js';

describe('answers equal those of kube-apiserver', () => {
  let served: Served;
  let namespaces = 0;
  const seen = new Set<Difference | Wording>();
  before(async () => {
    served = await serve();
  });
  after(() => served.stop());

  for (const [file, cases] of Object.entries(CASES)) {
    describe(file, () => {
      const recording = recorded(file);
      const plugins = PLUGINS[file];
      const betas = BETAS.includes(file);
      let own: Served | undefined;
      before(async () => {
        if (plugins !== undefined || betas) own = await serve({ plugins, betas });
      });
      after(() => own?.stop());
      for (const each of cases) {
        it(each.name, async () => {
          const answers = await runCase(each, own ?? served, `conformance-${String(++namespaces).padStart(8, '0')}`);
          const expected = recording[each.name] ?? [];
          const unexplained = deviations(expected, answers).filter((deviation) => {
            const wordings = wordingsOf(deviation);
            for (const wording of wordings) seen.add(wording);
            if (wordings.length > 0) return false;
            const found = DIFFERENCES.filter((difference) => explains(difference, deviation, { file, each, expected }));
            for (const difference of found) seen.add(difference);
            return found.length === 0;
          });
          assert.equal(unexplained.length, 0, unexplained.map((deviation) => shown(deviation, each)).join('\n'));
        });
      }

      it('has recorded answers for exactly these cases', () =>
        assert.deepEqual(
          Object.keys(recording),
          cases.map(({ name }) => name),
        ));
    });
  }

  describe('the table of differences', () => {
    it('has only differences that occur', () =>
      assert.deepEqual(
        DIFFERENCES.filter((difference) => !seen.has(difference)).map(({ row, at, asked }) => ({
          row,
          at,
          asked,
        })),
        [],
      ));

    it('has only wordings that are used', () =>
      assert.deepEqual(
        WORDINGS.filter((wording) => !seen.has(wording)),
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

/** The wordings that make a text equal to the recorded one; empty if they do not, or if the value is no text. */
function wordingsOf({ recorded, ours }: Deviation): readonly Wording[] {
  if (typeof recorded !== 'string' || typeof ours !== 'string') return [];
  const used = new Set<Wording>();
  const worded = (value: string): string =>
    WORDINGS.reduce((text, wording) => {
      const next = text.replace(wording.from, wording.to);
      if (next !== text) used.add(wording);
      return next;
    }, value);
  return worded(recorded) === worded(ours) ? [...used] : [];
}

/** A request in one line. */
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
