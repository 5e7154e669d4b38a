import type { ReviewCall } from './review-call.js';
import type { AdmissionService, PluginDescription, Review, Verdict } from './service.js';

/** A configurable test service. */
export interface TestService extends AdmissionService {
  plugins: readonly PluginDescription[];
  revision: string;
  readonly seen: Review[];
  answer: (review: Review, call: ReviewCall) => Promise<Partial<Verdict>>;
  /** Reports that the description has changed. */
  readonly changed: () => void;
}

/** A plugin for all writes of ConfigMaps in both phases, by default. */
export function testPlugin(name: string, rest: Partial<PluginDescription> = {}): PluginDescription {
  return {
    name,
    rules: [{ operations: ['*'], groups: [''], versions: ['v1'], resources: ['configmaps'] }],
    phases: ['MUTATE', 'VALIDATE'],
    sideEffects: 'None',
    reinvocation: 'Never',
    ...rest,
  };
}

export function newTestService(...plugins: readonly PluginDescription[]): TestService {
  const listeners: (() => void)[] = [];
  const service: TestService = {
    plugins,
    revision: '1',
    seen: [],
    answer: async () => ({}),
    changed: () => listeners.forEach((listener) => listener()),
    onChange: (listener) => void listeners.push(listener),
    describe: async () => ({ plugins: service.plugins, revision: service.revision }),
    async review(review, call) {
      service.seen.push(review);
      const nothing = { allowed: true, warnings: [], annotations: [], revision: service.revision };
      return { ...nothing, ...(await service.answer(review, call)) } as Verdict;
    },
  };
  return service;
}
