import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { PlannedKubeconfig } from '../plan/plan.js';
import { bundlePem } from './authority.js';
import { readCertificatePair } from './certificate.js';
import { writeItem, type Run, type TrustedAuthority } from './context.js';
import { PlanError } from './outcome.js';
import { endOf } from './validity.js';

/** The name of the cluster in kubeconfigs. */
const CLUSTER = 'pilothouse';

/** Writes a planned kubeconfig from the current certificate and authority. */
export async function applyKubeconfig(
  run: Run,
  planned: PlannedKubeconfig,
  authority: TrustedAuthority,
): Promise<void> {
  const { store, options, now } = run;
  const { name, certificate, server, namespace } = planned;
  const location = store.describe('certificate', certificate);
  const item = await store.read('certificate', certificate);
  const pair = readCertificatePair(item?.entries);
  if (pair === undefined)
    throw new PlanError(`${location}, which the kubeconfig ${name} needs, is not a certificate with its key`);
  if (endOf(pair.cert) <= now.getTime())
    throw new PlanError(`${location}, which the kubeconfig ${name} needs, has expired`);
  const userName = String(pair.cert.toLegacyObject().subject.CN ?? certificate);
  const text = kubeconfig({
    server,
    caPem: bundlePem(authority.bundle),
    user: pair,
    name: CLUSTER,
    userName,
    contextName: `${userName}@${CLUSTER}`,
    ...(namespace !== undefined && { namespace }),
  });
  const former = await store.read('kubeconfig', name);
  const reason = 'the certificate, the authority or the server has changed';
  const isWritten = await writeItem(run, 'kubeconfig', name, { former, entries: { kubeconfig: text }, reason });
  const until = new Date(endOf(pair.cert));
  if (former === undefined) options.report({ action: 'made', kind: 'kubeconfig', name, until });
  else if (isWritten) options.report({ action: 'renewed', kind: 'kubeconfig', name, until, reason });
  else options.report({ action: 'kept', kind: 'kubeconfig', name, until });
}
