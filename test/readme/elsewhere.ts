const FIRMWARE = 'test/firmware/wearable.test.ts types them, one after the other';
const UPDATES = 'test/updates/documents.test.ts types them, one after the other';
const GATEWAY = 'a provider that is made up; test/phones/rules.test.ts reads such settings';
const PACKAGE = 'needs Debian and root; scripts/check-packages.sh installs, upgrades and removes the package';
const REPOSITORY = 'needs Debian, root and a key; scripts/check-repository.sh makes one and installs from it';
const HOMES = 'needs Debian, systemd and root; scripts/check-units.sh runs two homes behind nginx';
const PGBACKREST = 'needs pgBackRest; tried by hand, see docs/backup.md, "Test coverage"';
const BACKUP = 'test/load/backup-folder.test.ts and test/process/backup*.test.ts make and restore them';
const THREE_MACHINES =
  'needs three machines with systemd; test/process/high-availability.test.ts runs the files of deploy/ha on one';
const THREE_MACHINES_LOST = 'needs three machines with systemd; tried by hand with three etcd on one machine';

/** All blocks of one section. */
const each = (section: string, count: number, reason: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [i === 0 ? section : `${section} (${i + 1})`, reason]),
  );

/**
 * Blocks that commands.test.ts does not run, with the reason. A new block of a document is run there or listed
 * here; slowness is a reason only when something else runs the block.
 */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md › Start': 'needs the address of the repository; CI begins with a checkout',
  'README.md › Start (2)': 'test/process/tools.test.ts runs the demo',
  'README.md › Start (3)':
    'CI begins with npm ci; test/process/start.test.ts starts the service from its sources',
  'README.md › Start (4)': 'is what runs this test',
  'README.md › Demo, simulator and load tests': 'test/process/tools.test.ts runs all four of them',
  'CONTRIBUTING.md › First steps': 'all of it is what CI runs; documents.test.ts knows every script',
  'docs/updates.md › Make a key': UPDATES,
  'docs/updates.md › Sign an image': UPDATES,
  'docs/updates.md › Upload and roll out': UPDATES,
  'docs/updates.md › Wearables': 'test/updates/updates.test.ts compares an offer with it',
  'docs/contract.md › Parts': 'test/readings/parts.test.ts computes the parts of these samples',
  'docs/contract.md › Parts (2)': 'test/readings/parts.test.ts compares them with the computed ones',
  'docs/mqtt.md › Examples (3)': 'a host that is made up; test/mqtt/transports.test.ts speaks TLS',
  'docs/deploy.md › Compose':
    'needs Docker; scripts/check-delivery.mjs reads the compose files and runs the image’s steps',
  'docs/deploy.md › Compose (2)':
    'needs Docker and a certificate; scripts/check-delivery.mjs runs nginx with one',
  'docs/deploy.md › Caddy': 'a host that is made up; test/process/caddy.test.ts runs Caddy with this file',
  'docs/deploy.md › Moving to TimescaleDB later':
    'needs TimescaleDB; npm run test:timescale runs test/database/move-to-hypertable.test.ts',
  'docs/banglejs.md › Set up': 'runs on the watch; test/banglejs/watch.test.ts writes such a file',
  'docs/banglejs.md › Gateway': 'needs root and Bluetooth; test/banglejs/gateway.test.ts runs the program',
  'docs/banglejs.md › Updates': 'test/banglejs/updates.test.ts runs the script for each of its images',
  ...each('docs/high-availability.md › Set it up', 10, THREE_MACHINES),
  'docs/high-availability.md › What you see during a failover': THREE_MACHINES,
  ...each('docs/high-availability.md › Test it every month', 2, THREE_MACHINES),
  'docs/high-availability.md › Upgrade': THREE_MACHINES,
  ...each('docs/high-availability.md › Two machines are lost', 2, THREE_MACHINES_LOST),
  'docs/operations.md › Many installations':
    'hosts that are made up; test/operations/installations.test.ts looks at real ones by such a list',
  'docs/operations.md › Prometheus and Alertmanager':
    'needs Debian and root; test/process/monitoring.test.ts runs both with these files',
  'docs/packages.md › Install': PACKAGE,
  'docs/packages.md › Repository': REPOSITORY,
  'docs/packages.md › Repository (2)': REPOSITORY,
  'docs/packages.md › Settings': PACKAGE,
  'docs/packages.md › The service': 'needs systemd; scripts/check-packages.sh checks the unit',
  'docs/packages.md › Upgrade': PACKAGE,
  'docs/packages.md › Upgrade (2)': PACKAGE,
  'docs/many-homes.md › Many homes on one machine': HOMES,
  'docs/many-homes.md › Limits': HOMES,
  'docs/many-homes.md › nginx': HOMES,
  'docs/packages.md › Tarball': 'test/process/vigil-command.test.ts runs the command',
  'docs/phones.md › Setting up a gateway': GATEWAY,
  'docs/phones.md › Any other SMS gateway': GATEWAY,
  'docs/phones.md › Any other SMS gateway (2)': GATEWAY,
  'docs/firmware.md › Your first alert': FIRMWARE,
  'docs/firmware.md › Your first alert (2)': FIRMWARE,
  'docs/firmware.md › Your first alert (4)': FIRMWARE,
  'docs/firmware.md › The QR code': 'test/console/setup.browser.ts sees the parts in the dialog',
  'docs/firmware.md › Updates': 'test/firmware/updating.test.ts builds and offers versions',
  'docs/firmware.md › Wrong units': FIRMWARE,
  'docs/firmware.md › Shake test': FIRMWARE,
  'docs/firmware.md › Outages longer than ten minutes': FIRMWARE,
  'docs/firmware.md › Adaptive hold':
    'test/firmware/docs.test.ts finds it in the core, which is compiled and run',
  'docs/backup.md › Backup': BACKUP,
  'docs/backup.md › Your own PostgreSQL (2)': PGBACKREST,
  'docs/backup.md › Your own PostgreSQL (3)': 'needs TimescaleDB; tried by hand, see "Test coverage"',
};
