// A post-renderer of Helm: leaves out the objects of kinds that Pilothouse does not serve, when it is the host cluster itself.
import { readFileSync } from 'node:fs';

const SERVED = 'ConfigMap Deployment Pod Role RoleBinding Secret ServiceAccount StatefulSet'.split(' ');

const documents = readFileSync(0, 'utf8').split(/^---$/m);
const served = documents.filter((document) => SERVED.includes(/^kind: (\w+)$/m.exec(document)?.[1] ?? ''));
process.stdout.write(served.join('---\n'));
