import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { PlannedKubeconfig } from '../plan/plan.js';
import { bundlePem } from './authority.js';
import { readCertificatePair } from './certificate.js';
import { writeItem, type Run, type TrustedAuthority } from './context.js';
import { PlanError } from './outcome.js';
import { endOf } from './validity.js';

/** Of the cluster in kubeconfigs. */
const CLUSTER = 'pilothouse';

/** Writes a kubeconfig of the plan as its certificate and the authority are now. */
export async function applyKubeconfig(
  run: Run,
  planned: PlannedKubeconfig,
  authority: TrustedAuthority,
): Promise<void> {
  const { store, options, now } = run;
  const { name, certificate, server, namespace } = planned;
  const place = store.describe('certificate', certificate);
  const item = await store.read('certificate', certificate);
  const pair = readCertificatePair(item?.entries);
  if (pair === undefined)
    throw new PlanError(`there is no certificate with its key at ${place}, which ${name} is to hold`);
  if (endOf(pair.cert) <= now.getTime()) throw new PlanError(`${place} has ended, and ${name} is to hold it`);
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
  const reason = 'the certificate, the authority or the server is another';
  const isWritten = await writeItem(run, 'kubeconfig', name, { former, entries: { kubeconfig: text }, reason });
  const until = new Date(endOf(pair.cert));
  if (former === undefined) options.tell({ action: 'made', kind: 'kubeconfig', name, until });
  else if (isWritten) options.tell({ action: 'renewed', kind: 'kubeconfig', name, until, reason });
  else options.tell({ action: 'kept', kind: 'kubeconfig', name, until });
}
