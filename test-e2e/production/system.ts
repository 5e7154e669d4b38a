import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { configMaps } from '@pilothouse/client/core.js';
import { clusterRoleBindings } from '@pilothouse/client/rbac.js';
import { logEntry } from '../model/stored.js';
import { replicasOf, type System } from '../model/system.js';
import { createWitness } from '../model/witness.js';
import { eventually } from '../support/eventually.js';
import { retrying } from '../support/retrying.js';
import { disturb, type Disturbance } from './disturb.js';
import { CLIENTS } from './files.js';
import type { Production } from './installation.js';

/** Enough connections for each client to have its own, and none to stay idle for long. */
const CONNECTIONS = 22;
const WATCHING = 6;

/** The installation as the model's system. Its clients connect through the load balancer and retry like client-go. */
export interface ProductionSystem extends System {
  /** One more administrator client. */
  readonly connect: () => Client;
  /** The injected faults, after the run. */
  readonly disturbance: () => Disturbance | undefined;
}

/** The administrator, and users with tokens. */
export async function productionSystem(production: Production): Promise<ProductionSystem> {
  const { balancer, credentials, etcd } = production;
  const { caPem, admin, tokens } = credentials;
  const clients: Client[] = [];
  const connect = (who: HttpsTransportOptions['credentials']): Client => {
    const options = { url: `https://127.0.0.1:${balancer.port}`, caPem, ...(who && { credentials: who }) };
    const client = createClient({ transport: retrying(httpsTransport(options)), userAgent: 'production' });
    clients.push(client);
    return client;
  };
  const users = [admin, ...tokens.map((token) => ({ token }))];
  const connectMany = (count: number): Client[] =>
    Array.from({ length: count }, (_, index) => connect(users[index % users.length]));
  const all = connectMany(CONNECTIONS);
  const domain = createDomain();
  const apiGroup = domain.group('rbac.authorization');
  await all[0]?.of(clusterRoleBindings).create({
    metadata: { name: CLIENTS },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'edit' },
    subjects: [{ apiGroup, kind: 'Group', name: CLIENTS }],
  });
  const first = connect(users.at(-1));
  await eventually(() => isLetIn(first), 'every server knows what clients may do');
  const witness = createWitness(etcd, (change) => logEntry('/registry/configmaps/', change));
  let disturbance: Disturbance | undefined;
  const log = async () => {
    await witness.drain();
    return witness.log;
  };
  return {
    replicas: replicasOf(all.map((client, index) => ({ index, client: () => client }))),
    watched: replicasOf(connectMany(WATCHING).map((client, index) => ({ index, client: () => client }))),
    connect: () => connect(admin),
    disturbance: () => disturbance,
    async disturb(random, until) {
      disturbance = await disturb(production, random, until);
      const faults = [...disturbance.counts.values()].reduce((sum, count) => sum + count, 0);
      return `${faults} faults`;
    },
    logSoFar: log,
    finish: log,
    async remove() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Whether every server allows it. This many connections reach all of them. */
async function isLetIn(client: Client): Promise<boolean> {
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => client.of(configMaps).list({ limit: 1 })));
  return answers.every(({ status }) => status === 'fulfilled');
}
