import assert from 'node:assert/strict';
import { RequestContext } from '../request/context.js';
import { isLongRunning } from '../request/info.js';
import { dryRunLabel, scopeLabel, verbLabel } from './request-labels.js';

function contextOf(method: string, target: string, contentType = 'application/json'): RequestContext {
  return new RequestContext({
    method,
    target,
    headers: { 'content-type': contentType },
    body: undefined,
    peer: { address: '', certificate: { type: 'none' } },
  });
}

describe('the labels of a request', () => {
  const apply = 'application/apply-patch+yaml';
  const cases: readonly (readonly [
    method: string,
    target: string,
    verb: string,
    scope: string,
    contentType?: string,
  ])[] = [
    ['GET', '/api/v1/namespaces/a/pods/b', 'GET', 'resource'],
    ['HEAD', '/api/v1/namespaces/a/pods/b', 'GET', 'resource'],
    ['GET', '/api/v1/namespaces/a/pods', 'LIST', 'namespace'],
    ['GET', '/api/v1/pods', 'LIST', 'cluster'],
    ['GET', '/api/v1/nodes', 'LIST', 'cluster'],
    ['GET', '/api/v1/pods?watch=1', 'WATCH', 'cluster'],
    ['GET', '/api/v1/namespaces/a/pods/b?watch=true', 'WATCH', 'resource'],
    ['GET', '/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db', 'GET', 'resource'],
    ['GET', '/api/v1/pods?watch=1&fieldSelector=metadata.name%3Db', 'WATCH', 'resource'],
    ['DELETE', '/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db', 'DELETE', 'namespace'],
    ['WATCH', '/healthz', 'OTHER', ''],
    ['POST', '/api/v1/namespaces/a/pods', 'POST', 'resource'],
    ['PUT', '/api/v1/namespaces/a/pods/b', 'PUT', 'resource'],
    ['PATCH', '/api/v1/namespaces/a/pods/b', 'PATCH', 'resource'],
    ['PATCH', '/api/v1/namespaces/a/pods/b', 'APPLY', 'resource', apply],
    ['DELETE', '/api/v1/namespaces/a/pods/b', 'DELETE', 'resource'],
    ['DELETE', '/api/v1/namespaces/a/pods', 'DELETE', 'namespace'],
    ['PUT', '/api/v1/namespaces/a/pods', 'PUT', 'resource'],
    ['PATCH', '/api/v1/pods', 'PATCH', 'resource'],
    ['POST', '/api/v1/namespaces/a/pods/b/exec', 'CONNECT', 'resource'],
    ['GET', '/api/v1/namespaces/a/pods/b/log', 'CONNECT', 'resource'],
    ['GET', '/healthz', 'GET', ''],
    ['OPTIONS', '/healthz', 'OTHER', ''],
    ['PROPFIND', '/', 'OTHER', ''],
  ];
  for (const [method, target, verb, scope, contentType] of cases) {
    it(`are ${verb} and "${scope}" for ${method} ${target}${contentType === undefined ? '' : ` with ${contentType}`}`, () => {
      const context = contextOf(method, target, contentType);
      const { info } = context;
      assert.equal(scopeLabel(info), scope);
      assert.equal(verbLabel(context, info, scopeLabel(info)), verb);
      assert.equal(isLongRunning(info), verb === 'WATCH' || verb === 'CONNECT');
    });
  }

  it('have the verb OTHER for an unknown method', () => {
    const context = contextOf('BREW', '/api/v1/pods');
    assert.throws(() => context.info);
    const { observedInfo } = context;
    assert.deepEqual([scopeLabel(observedInfo), verbLabel(context, observedInfo, '')], ['', 'OTHER']);
  });

  it('have no dry run for a read', () =>
    assert.equal(dryRunLabel(contextOf('GET', '/api/v1/namespaces?dryRun=x')), ''));

  const dryRuns: readonly (readonly [query: string, label: string])[] = [
    ['', ''],
    ['?dryRun=All', 'All'],
    ['?dryRun=All&dryRun=All', 'All'],
    ['?dryRun=some', 'invalid'],
    ['?dryRun=All&dryRun=x', 'invalid'],
    ['?a=dryRun', ''],
  ];
  for (const [query, label] of dryRuns) {
    it(`have the dry run "${label}" for "${query}"`, () => {
      assert.equal(dryRunLabel(contextOf('POST', `/api/v1/namespaces${query}`)), label);
    });
  }
});
