import { call, createMany, statusOf } from './client.js';
import { customKinds, customObjectText, definitionText, DEFINITIONS, objectsOf } from './custom-kinds.js';
import { getsPerSecond, millisecondsToGet, postsPerSecond } from './load.js';
import { objectText } from './objects.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import { configMapsIn, type Target } from './target.js';
import { eventsPerSecond } from './watches.js';

const OBJECTS = 11_000;
const WATCHERS = 500;
const ROUNDS = 3;
/** Custom resources may take so many times as long as config maps. */
const TARGET = 1.1;

/** A collection, and what is posted to it. */
interface Side {
  readonly path: string;
  readonly text: (name: string) => string;
}

/** Config maps of 1 KB, and custom resources that are as large when they are served. */
function sidesOf(target: Target): readonly [custom: Side, maps: Side] {
  const [kind] = customKinds(target.namespace, 1, 1);
  if (kind === undefined) throw new Error('there is no kind');
  const custom = { path: objectsOf(kind, target.namespace), text: (name: string) => customObjectText(kind, name) };
  return [custom, { path: configMapsIn(target), text: objectText }];
}

export const customObjects = serverGroup({
  async prepare(target) {
    const [kind] = customKinds(target.namespace, 1, 1);
    if (kind === undefined) throw new Error('there is no kind');
    await call(target, { method: 'POST', path: DEFINITIONS, body: definitionText(kind) });
    const sides = sidesOf(target);
    while ((await statusOf(target, sides[0].path)) !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
    for (const { path, text } of sides) {
      const bodies = Array.from({ length: OBJECTS }, (_, index) => text(`object-${index}`));
      await createMany(target, { path, bodies });
    }
  },
  async clean(target) {
    const [kind] = customKinds(target.namespace, 1, 1);
    if (kind !== undefined) {
      await call(target, { method: 'DELETE', path: `${DEFINITIONS}/${kind.plural}.${kind.group}` });
    }
  },
  rows: [
    {
      name: 'first list of custom objects to config maps',
      why: 'Objects of a custom kind are compared with its schema when they are first read: how many times longer that takes.',
      better: 'lower',
      compare: (target) => ratioOf(target, 'ms', ({ path }) => millisecondsOnce(target, path), 1),
    },
    {
      name: 'get of a custom object to a config map',
      why: 'Objects of 1 KB on 32 connections: how many times longer a custom resource takes.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, '/s', ({ path }) =>
          getsPerSecond(target, { path: `${path}/object-1`, connections: 32, seconds: 3 }),
        ),
    },
    {
      name: 'create of a custom object to a config map',
      why: 'The same of creating them on 16 connections.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, '/s', ({ path, text }) => postsPerSecond(target, { path, text, connections: 16, seconds: 3 })),
    },
    {
      name: 'list of custom objects to config maps',
      why: 'The same of lists of 11,000 and more.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, 'ms', ({ path }) => millisecondsToGet(target, `${path}?resourceVersion=0&limit=${OBJECTS}`)),
    },
    {
      name: 'events of custom objects to config maps',
      why: 'The same of events that come to 500 watchers.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, '/s', (side) => eventsPerSecond(target, { ...side, watchers: WATCHERS, creates: 100 })),
    },
  ],
});

async function millisecondsOnce(target: Target, path: string): Promise<Measurement> {
  const began = performance.now();
  await call(target, { method: 'GET', path });
  return { value: performance.now() - began, unit: 'ms' };
}

/** How many times longer custom resources take: both in turns, since a machine is not as fast at all times. */
async function ratioOf(
  target: Target,
  unit: 'ms' | '/s',
  measure: (side: Side) => Promise<Measurement>,
  rounds = ROUNDS,
): Promise<Measurement> {
  const [custom, maps] = sidesOf(target);
  const totals = [0, 0] as [number, number];
  let note: string | undefined;
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of [custom, maps].entries()) {
      const found = await measure(side);
      totals[index] = (totals[index] ?? 0) + found.value / rounds;
      note = found.note;
    }
  }
  const value = unit === 'ms' ? totals[0] / totals[1] : totals[1] / totals[0];
  const both = totals.map((total) => Math.round(total * 10) / 10).join(' beside ');
  return { value, unit: 'x', note: [`${both} ${unit}`, ...(note === undefined ? [] : [note])].join('; ') };
}
