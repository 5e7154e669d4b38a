import type { EtcdState, MemberState } from './etcd-observe.js';
import { notesOf, type Finding } from './finding.js';
import { durationText, sizeText } from './units.js';

const { ok, warning, error, skipped } = notesOf('etcd');

/** The part of the quota from which on it is a warning, and an error. */
const NEARLY = 0.8;
const ALMOST = 0.95;
/** A database with less unused space needs no defragmentation. */
const WORTHWHILE = 100 * 1024 ** 2;
const FRAGMENTED = 0.5;
/** Milliseconds of a linearizable read. */
const SLOW = 100;
const MUCH_TOO_SLOW = 1000;
/** Raft entries that a member may be behind another one. */
const BEHIND = 1000;
/** Since these releases, etcd sends the progress of watches when it is asked. */
const PROGRESS = { '3.4': 25, '3.5': 8 } as const;

/** Members, leader, alarms, quota, fragmentation, latency, versions and hashes. */
export function checkEtcd(state: EtcdState): Finding[] {
  const { members, failures } = state;
  return [
    ...failures.map(({ url, why }) =>
      error(
        `${url} does not answer: ${why}`,
        'Start this member, or correct the address and the files of --etcd-cafile, --etcd-certfile and --etcd-keyfile.',
      ),
    ),
    ...(members.length === 0 ? [] : [...membership(state), ...alarms(state), ...members.flatMap(checkMember)]),
    ...lag(members),
    ...versions(members),
    ...hashes(state),
  ];
}

function membership({ members, list }: EtcdState): Finding[] {
  const answering = list.filter(({ id }) => members.some((member) => member.id === id));
  const voters = Math.floor(list.length / 2) + 1;
  const unasked = list.filter(({ id }) => !answering.some((each) => each.id === id));
  const found = unasked.map(({ name, urls, id }) =>
    name === ''
      ? warning(`the member ${id} was added and has never started`, 'Start it, or remove it: `etcdctl member remove`.')
      : skipped(`the member ${name} (${urls.join(', ')}) was not checked: no server of --etcd-servers is this member`),
  );
  const leaders = new Set(members.map(({ leader }) => leader));
  const [leader = '0'] = leaders;
  const learners = members.filter(({ isLearner }) => isLearner);
  return [
    ...(list.length === 1
      ? [warning('the cluster has one member', 'Run three members, so that one of them may fail.')]
      : [ok(`${answering.length} of ${list.length} members answer; ${voters} are needed`)]),
    ...found,
    ...(leaders.size > 1 || leader === '0'
      ? [
          error(
            leader === '0' || leaders.has('0') ? 'a member knows no leader' : 'the members disagree on the leader',
            'Without a leader etcd takes no writes. Check the network between the members (peer URLs) and their disks.',
          ),
        ]
      : [ok(`the leader is ${list.find(({ id }) => id === leader)?.name ?? leader}`)]),
    ...learners.map(({ url }) =>
      warning(`${url} is a learner and does not vote`, 'Promote it: `etcdctl member promote`.'),
    ),
  ];
}

function alarms({ alarms: all, list }: EtcdState): Finding[] {
  if (all.length === 0) return [ok('no alarm')];
  return all.map(({ member, alarm }) => {
    const name = list.find(({ id }) => id === member)?.name ?? member;
    if (alarm === 'NOSPACE') {
      return error(
        `the alarm NOSPACE of ${name}: etcd refuses writes`,
        'Raise --quota-backend-bytes, or delete objects. Then `etcdctl defrag` one member after the other, and `etcdctl alarm disarm`.',
      );
    }
    return error(
      `the alarm ${alarm} of ${name}: its data differ from those of the other members`,
      'Stop this member, remove it from the cluster with its data, and add it again. Then `etcdctl alarm disarm`.',
    );
  });
}

function checkMember({ url, size, sizeInUse, quota, readTime }: MemberState): Finding[] {
  const findings: Finding[] = [];
  const full = quota === undefined ? undefined : size / quota;
  const text = `${url} has ${sizeText(size)}${quota === undefined ? '' : ` of its quota of ${sizeText(quota)}`}, ${sizeText(sizeInUse)} of it in use`;
  const unused = size - sizeInUse;
  if (full !== undefined && full > NEARLY) {
    const remedy = 'Raise --quota-backend-bytes, delete objects, or defragment: at the quota etcd refuses writes.';
    findings.push(full > ALMOST ? error(text, remedy) : warning(text, remedy));
  } else if (unused > WORTHWHILE && unused / size > FRAGMENTED) {
    findings.push(
      warning(
        text,
        `\`etcdctl --endpoints=${url} defrag\`, one member after the other; it blocks the member for seconds.`,
      ),
    );
  } else findings.push(ok(text));
  if (readTime === undefined) {
    findings.push(
      error(`${url} does not answer linearizable reads`, 'Most members must be connected. See the other findings.'),
    );
  } else if (readTime > SLOW) {
    const slow = `a linearizable read through ${url} takes ${durationText(readTime)}`;
    const remedy =
      'Check the disks of the members (etcd_disk_wal_fsync_duration_seconds) and the network between them.';
    findings.push(readTime > MUCH_TOO_SLOW ? error(slow, remedy) : warning(slow, remedy));
  } else findings.push(ok(`a linearizable read through ${url} takes ${durationText(readTime)}`));
  return findings;
}

function lag(members: readonly MemberState[]): Finding[] {
  const newest = Math.max(0, ...members.map(({ raftIndex }) => raftIndex));
  return members
    .filter(({ raftApplied }) => newest - raftApplied > BEHIND)
    .map(({ url, raftApplied }) =>
      warning(
        `${url} is ${newest - raftApplied} entries behind`,
        'Its disk or network is slow, or it has just started: check again.',
      ),
    );
}

function versions(members: readonly MemberState[]): Finding[] {
  const all = [...new Set(members.map(({ version }) => version))].toSorted();
  if (all.length === 0) return [];
  if (all.length > 1) {
    return [
      warning(
        `the members have versions ${all.join(' and ')}`,
        'Finish the upgrade of etcd, one member after the other.',
      ),
    ];
  }
  const [version = ''] = all;
  const [, release = '', patch = '0'] = /^(\d+\.\d+)\.(\d+)/.exec(version) ?? [];
  const least = release in PROGRESS ? PROGRESS[release as keyof typeof PROGRESS] : 0;
  if (Number(patch) >= least && release !== '3.3') return [ok(`version ${version}`)];
  return [
    warning(
      `version ${version} does not report the progress of watches`,
      'Lists read etcd instead of the watch cache. Upgrade etcd to 3.4.25, 3.5.8 or later.',
    ),
  ];
}

/** Hashes at one revision are comparable if the members have compacted the same. */
function hashes({ members, list }: EtcdState): Finding[] {
  const hashed = members.flatMap(({ url, hash }) => (hash === undefined ? [] : [{ url, ...hash }]));
  const [first] = hashed;
  if (first === undefined) return [];
  if (list.length === 1) return [skipped('there are no data to compare: the cluster has one member')];
  const comparable = hashed.filter(({ compacted }) => compacted === first.compacted);
  const different = comparable.filter(({ value }) => value !== first.value);
  if (different.length > 0) {
    return [
      error(
        `the data of ${different.map(({ url }) => url).join(', ')} differ from those of ${first.url}`,
        'One of them is corrupt. Find it with a third member, remove it from the cluster with its data, and add it again.',
      ),
    ];
  }
  return comparable.length < 2
    ? [skipped('the data of the members were not compared: a compaction is under way, or only one member answers')]
    : [ok(`the data of ${comparable.length} members are the same`)];
}
