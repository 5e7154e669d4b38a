import assert from 'node:assert/strict';
import { nextStep, type ServiceState, type Step } from './step.js';
import type { Managed } from './wanted.js';

const SPEC = { group: 'a.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 100 };
const OTHER = { ...SPEC, versionPriority: 5 };

describe('synchronisation of an APIService', () => {
  const wanted = (managed: Managed): Pick<ServiceState, 'wanted'> => ({ wanted: { managed, spec: SPEC } });
  const stored = (managed: string | undefined, spec = OTHER): Pick<ServiceState, 'stored'> => ({
    stored: { uid: 'u', managed, spec },
  });
  const table: [what: string, state: Partial<ServiceState>, step: Step][] = [
    ['neither wanted nor stored', {}, 'none'],
    ['of the start, missing', wanted('onstart'), 'create'],
    ['of the start, deleted later', { ...wanted('onstart'), isSynchronised: true }, 'none'],
    ['always wanted, deleted later', { ...wanted('true'), isSynchronised: true }, 'create'],
    ['of the start, outdated', { ...wanted('onstart'), ...stored('onstart'), wasStored: true }, 'update'],
    [
      'of the start, changed later',
      { ...wanted('onstart'), ...stored('onstart'), wasStored: true, isSynchronised: true },
      'none',
    ],
    ['of the start, created since', { ...wanted('onstart'), ...stored('onstart') }, 'none'],
    ['always wanted, outdated', { ...wanted('true'), ...stored('true'), isSynchronised: true }, 'update'],
    ['always wanted, current', { ...wanted('true'), ...stored('true', SPEC), isSynchronised: true }, 'none'],
    ['no longer served, of the start', { ...stored('onstart'), wasStored: true }, 'delete'],
    ['no longer served, of a later start', stored('onstart'), 'none'],
    ['no longer served', { ...stored('true'), isSynchronised: true }, 'delete'],
    ['of an administrator, wanted', { ...wanted('true'), ...stored(undefined) }, 'none'],
    ['of an administrator', stored('false'), 'none'],
  ];
  for (const [what, state, step] of table) {
    it(`${what}: ${step}`, () => {
      const missing = { wanted: undefined, stored: undefined, wasStored: false, isSynchronised: false };
      assert.equal(nextStep({ ...missing, ...state }), step);
    });
  }
});
