import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { json, testAttributes, testHost, type TestObjects } from '../../host.test.helper.js';
import { nodeRestriction } from './plugin.js';

const user = authenticatedUser('system:node:n', ['system:nodes']);

/** The refusal of a write by the kubelet of `n`; undefined if it is admitted. */
export async function refusal(
  of: string,
  given: Partial<Omit<AdmissionAttributes, 'object' | 'old'>> & { object?: object; old?: object },
  stored: TestObjects = {},
  isAllowed = false,
): Promise<string | undefined> {
  const [path = '', subresource = ''] = of.split('/');
  const [resource = '', ...group] = path.split('.');
  const authorizer = {
    authorize: ({ request }: { request: { verb: string } }) => {
      const isAudience = request.verb === 'request-serviceaccounts-token-audience';
      return { type: isAllowed && isAudience ? 'allow' : 'noOpinion', reason: '' } as const;
    },
  };
  const plugin = await nodeRestriction.create(testHost({ stored, authorizer }));
  const { object, old, ...rest } = given;
  const attributes = testAttributes({
    user,
    resource: { group: group.join('.'), version: 'v1', resource },
    subresource,
    operation: old === undefined ? 'CREATE' : object === undefined ? 'DELETE' : 'UPDATE',
    object: object && json(object),
    old: old && json(old),
    ...rest,
  });
  try {
    assert.equal(await plugin?.admit?.(attributes), undefined);
    return undefined;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return error.message;
  }
}

/** Tests of writes of `o`. `404` begins the text of another refusal than 403. */
export function tests(
  what: string,
  of: string,
  cases: readonly (readonly [name: string, given: Parameters<typeof refusal>[1], wanted: string | undefined])[],
  stored: TestObjects = {},
): void {
  describe(`NodeRestriction of ${what}`, () => {
    for (const [name, given, wanted] of cases) {
      it(`${wanted === undefined ? 'admits' : 'refuses'} ${name}`, async () => {
        const [resource = ''] = of.split('/');
        const prefix = `${resource} "o" is forbidden: `;
        const found = await refusal(of, given, stored);
        assert.equal(found, wanted === undefined || wanted.startsWith('404 ') ? wanted?.slice(4) : prefix + wanted);
      });
    }
  });
}

/** The pod `x/o` on a node. */
export const podOn = (nodeName?: string, fields: object = {}, metadata: object = {}) => ({
  metadata: { name: 'o', namespace: 'x', uid: 'p', ...metadata },
  spec: { nodeName, containers: [{ name: 'c' }], ...fields },
  status: {},
});
