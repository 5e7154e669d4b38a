// Loaded before a program of a test: names of Services are this machine, so that certificates are checked by their true names.
const dns = require('node:dns');

const isService = (name) => typeof name === 'string' && name.endsWith('.svc');
const LOCAL = { address: '127.0.0.1', family: 4 };

const { lookup } = dns;
dns.lookup = (name, options, callback) => {
  if (!isService(name)) return lookup(name, options, callback);
  const done = callback ?? options;
  if (options.all) process.nextTick(done, null, [LOCAL]);
  else process.nextTick(done, null, LOCAL.address, LOCAL.family);
};

const { lookup: lookupLater } = dns.promises;
dns.promises.lookup = async (name, options) => {
  if (!isService(name)) return lookupLater(name, options);
  return options?.all ? [LOCAL] : LOCAL;
};
