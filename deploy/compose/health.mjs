// `node health.mjs <url>`: health check of a container. Exits with 0 if the response has the status 200.
import http from 'node:http';
import https from 'node:https';

const url = new URL(process.argv[2]);
const options = { rejectUnauthorized: false, timeout: 3000 };
const request = (url.protocol === 'https:' ? https : http).get(url, options, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
);
request.on('error', () => process.exit(1));
request.on('timeout', () => process.exit(1));
