import assert from 'node:assert/strict';
import { filesBelow, readText } from './house/sources.js';

/**
 * Phrases that hide the actor or the standard term. To fix a finding, name the actor (the client, the server, the user) or use the
 * term of docs/glossary.md. CONTRIBUTING.md (Style) has examples.
 */
const FORBIDDEN: readonly RegExp[] = [
  /\b(?:who|whom|whose)ever\b/i,
  /\b(?:some|no)body(?:'s|’s)?\b/i,
  /\b(?:he|his|him)\b/,
  /\bhad better\b/i,
  /\bha(?:s|ve) (?:a|no) say\b/i,
  /\b(?:is|are|was|were|be) told of\b/i,
  /\b(?:is|are|was|be) to be had\b/i,
  /\bthereof\b/i,
  /\b(?:made|read|written|listed|begun|done|created) anew\b/i,
  /\bwho (?:has|have) (?:none|no|nothing)\b/i,
  /\bits ground is gone\b/i,
  // Citations of a document that is not in the repository.
  /^\s*(?:\/\/|\/?\*).*\(spec: /,
];

/** Test data: users and organizations with the name `nobody`. */
const DATA = /['"`/=:]nobody\b|\bnobody['"`@]/g;

/** Answers of other programs, results of measurements, generated code, the examples of what to avoid, and this file. */
const SKIPPED =
  /(?:^|\/)(?:generated|recorded)\/|^docs\/benchmarks\/|^(?:CONTRIBUTING\.md|LICENSE|package-lock\.json|scripts\/words\.test\.ts)$/;
const TEXT =
  /\.(?:tsx?|mts|mjs|js|json|md|proto|ya?ml|tpl|txt|cfg|conf|kubeconfig|service|timer|env|sh|py)$|^deploy\/(?:backup\/|Containerfile)/;

const findings = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const plain = line.replaceAll(DATA, '');
    const phrase = FORBIDDEN.map((pattern) => pattern.exec(plain)?.[0]).find(Boolean);
    return phrase === undefined ? [] : [`${index + 1}: ${phrase.trim()}`];
  });

describe('the words of this repository', () => {
  it('are plain', () => {
    const paths = filesBelow('.').filter((path) => TEXT.test(path) && !SKIPPED.test(path));
    assert.ok(paths.length > 1000);
    assert.deepEqual(
      paths.flatMap((path) => findings(readText(path)).map((finding) => `${path}:${finding}`)),
      [],
    );
  });

  const cases: readonly (readonly [line: string, isForbidden: boolean])[] = [
    ['// Whoever asks first gets it.', true],
    ['It was read anew.', true],
    ['/** The verbs (spec: Verbs). */', true],
    ['const rules = (spec: PodSpec) => spec;', false],
    ["kubectl --as nobody get pods: user 'nobody'", true],
    ["{ user: 'nobody' }", false],
    ['The cache', false],
  ];
  for (const [line, isForbidden] of cases) {
    it(`${isForbidden ? 'do not include' : 'include'} ${line}`, () =>
      assert.equal(findings(line).length > 0, isForbidden));
  }
});
