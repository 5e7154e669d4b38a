import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import { newTestService, testPlugin, type TestService } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import type { AdmissionLink, ServerRequest, Outcome } from './admission.js';
import { testRequest } from './attributes.test.helper.js';
import { createAdmissionChain } from './chain.js';
import { serviceLink, type ServiceLinkOptions } from './service-link.js';

export const configMap = (rest: JsonObject = {}): JsonObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'o', namespace: 'x' },
  ...rest,
});

/** A service as a link of a chain, with the plugin `a` and the plugin `b`, which is only mutating. */
export interface TestLink {
  readonly service: TestService;
  /** Warnings, annotations and errors, in order. */
  readonly reported: string[];
  readonly outcomes: Outcome[];
  readonly linkTo: (asked: AdmissionService, options?: Partial<ServiceLinkOptions>) => Promise<AdmissionLink>;
  /** Runs a creation, an update or a deletion through the chain, and returns the resulting object. */
  readonly run: (
    options?: Partial<ServiceLinkOptions>,
    given?: Partial<ServerRequest>,
    link?: AdmissionLink,
  ) => Promise<JsonObject | undefined>;
  readonly end: () => void;
}

export function newTestLink(): TestLink {
  const service = newTestService(testPlugin('a'), testPlugin('b', { phases: ['MUTATE'] }));
  const reported: string[] = [];
  const outcomes: Outcome[] = [];
  const off = new AbortController();
  const linkTo: TestLink['linkTo'] = async (asked, options = {}) => {
    let ids = 0;
    const link = serviceLink({
      name: 'policies',
      service: asked,
      failurePolicy: 'Fail',
      uuid: () => `u${++ids}`,
      timing: systemTiming,
      observer: (_name, _operation, _seconds, outcome) => void outcomes.push(outcome),
      onError: (error) => void reported.push(`error: ${(error as Error).message}`),
      signal: off.signal,
      ...options,
    });
    await link.asked;
    return link;
  };
  return {
    service,
    reported,
    outcomes,
    linkTo,
    async run(options = {}, given = {}, link) {
      const { operation = 'CREATE' } = given;
      const request = testRequest({
        warn: (text) => void reported.push(`warning: ${text}`),
        annotate: (key, value) =>
          void reported.push(`annotation: ${key}=${typeof value === 'string' ? value : value()}`),
        ...given,
      });
      const hooks = createAdmissionChain([link ?? (await linkTo(service, options))]).hooks(request);
      const object = operation === 'DELETE' ? undefined : configMap();
      const old = operation === 'CREATE' ? undefined : configMap({ data: { k: 'old' } });
      if (object !== undefined) await hooks.mutate(object, old);
      await hooks.validate(object, old);
      return object;
    },
    end: () => off.abort(),
  };
}
