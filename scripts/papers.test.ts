import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesBelow, readText, ROOT } from './house/sources.js';

/** Whether a page names source files, by the extensions of their paths. */
const namesSources = (path: string): boolean =>
  ['ARCHITECTURE.md', 'CONTRIBUTING.md'].includes(path) || path.startsWith('docs/decisions/');

const files = filesBelow('.');
const papers = files.filter((path) => path.endsWith('.md'));

describe('the documents', () => {
  it('link only to existing files and headings', () => {
    const dead = papers.flatMap((paper) =>
      links(readText(paper))
        .filter((link) => !leadsSomewhere(paper, link))
        .map((link) => `${paper}: ${link}`),
    );
    assert.deepEqual(dead, []);
  });

  it('name the command by its package, because the package pilothouse of npm is another program', () => {
    const wrong = papers.flatMap((paper) =>
      [
        ...readText(paper).matchAll(/\b(?:npx|npm (?:exec|i|install|add)|yarn add|pnpm add)(?: -\S+)* pilothouse\b/g),
      ].map(([text]) => `${paper}: ${text}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('name only existing source files', () => {
    const gone = papers.filter(namesSources).flatMap((paper) =>
      sourceNames(readText(paper))
        .filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))
        .map((name) => `${paper}: ${name}`),
    );
    assert.deepEqual(gone, []);
  });

  it('are all reachable from README.md', () => {
    const reached = new Set(['README.md']);
    for (const paper of reached) {
      for (const link of links(readText(paper))) {
        const path = normalize(join(dirname(paper), link.split('#')[0] ?? ''));
        if (papers.includes(path)) reached.add(path);
      }
    }
    const pages = papers.filter((path) => !path.startsWith('services/'));
    assert.deepEqual(
      pages.filter((path) => !reached.has(path)),
      [],
    );
  });

  it('silence npm if the output of a command is redirected', () => {
    const loud = papers.filter((paper) => /^ *\$ npm start (?!--silent).*[|>]/m.test(readText(paper)));
    assert.deepEqual(loud, []);
  });

  it('compute heading anchors as GitHub does', () => {
    assert.deepEqual([...anchors('# A `b`, c?\n\n## A b c\n\n```\n# no\n```\n')], ['a-b-c', 'a-b-c-1']);
  });
});

/** The targets of links and images, except in code and on other sites. */
function links(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(paper: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? paper : normalize(join(dirname(paper), file));
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || anchors(readText(path)).has(anchor);
}

/** The anchors of all headings, as GitHub generates them. */
function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ +(.+?) *$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const same = [...found].filter((each) => each.replace(/-\d+$/, '') === slug).length;
    found.add(same === 0 ? slug : `${slug}-${same}`);
  }
  return found;
}

/** Names of TypeScript and .proto files in code spans, except patterns. */
function sourceNames(text: string): string[] {
  return [...text.matchAll(/`([\w.@/-]+\.(?:ts|mjs|proto))`/g)].map(([, name = '']) => name);
}

const withoutCode = (text: string): string => text.replace(/^ *```[^]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '`code`');
