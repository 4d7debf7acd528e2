// The user that runs the embedded PostgreSQL. An ordinary user runs it as itself. PostgreSQL refuses to run as root,
// so root runs it as another user, who may lack the right to reach the binaries or the data: a checkout under /root or
// `mktemp -d` lies behind a folder of mode 0700.
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../../errors.ts';

const run = promisify(execFile);

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** How to start a program as the database's user: the executable, and the user. */
interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly as: Partial<Owner>;
}

export interface PostgresUser {
  /** null: the user that runs Vigil, so that no owner needs to change. */
  readonly owner: Owner | null;
  command(file: string, args: readonly string[]): Command;
}

interface Account extends Owner {
  readonly name: string;
}

type CommandBuilder = PostgresUser['command'];

export async function choosePostgresUser(o: {
  /** May not exist yet. */
  data: string;
  /** The user must be able to enter it. */
  directory: string;
  postgres: string;
}): Promise<PostgresUser> {
  if (process.geteuid?.() !== 0) return { owner: null, command: (file, args) => ({ file, args, as: {} }) };

  const accounts = await readAccounts();
  const owner =
    (await ownerOf(o.data)) ?? listed(await ownerOf(o.directory), accounts) ?? systemUser(accounts);
  const builders: readonly CommandBuilder[] = [
    (file, args) => ({ file, args, as: owner }),
    withCapability(owner, 'dac_read_search'),
    // Default containers lack the former; and only this one can execute binaries unpacked under umask 077.
    withCapability(owner, 'dac_override'),
  ];
  const refusals: string[] = [];
  for (const command of builders) {
    const refusal = await probe(command, o);
    if (refusal === null) return { owner, command };
    refusals.push(refusal);
  }
  throw new CannotStart(
    `PostgreSQL does not run as root, and uid ${owner.uid} cannot reach ${dirname(o.postgres)} and ${o.directory}. ` +
      'Start Vigil as an ordinary user, or move it and DATA_DIR to folders that everyone may enter (chmod o+x), ' +
      `or set DATABASE_URL to a PostgreSQL of your own. (${refusals.join('; ')})`,
  );
}

/** null also when root owns it. */
async function ownerOf(folder: string): Promise<Owner | null> {
  const found = await stat(folder).catch(() => null);
  return found === null || found.uid === 0 ? null : { uid: found.uid, gid: found.gid };
}

/** initdb requires that its user has a name. */
function listed(owner: Owner | null, accounts: readonly Account[]): Owner | null {
  return accounts.some(({ uid }) => uid === owner?.uid) ? owner : null;
}

async function readAccounts(): Promise<readonly Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  return lines.map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function systemUser(accounts: readonly Account[]): Owner {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = accounts.find((candidate) => candidate.name === name);
    // macOS gives "nobody" the uid -2, which cannot start a process.
    if (account !== undefined && account.uid > 0) return { uid: account.uid, gid: account.gid };
  }
  throw new CannotStart(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as. ' +
      'Start Vigil as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** An ambient capability survives exec, so the children of initdb and of the postmaster have it as well. */
function withCapability(owner: Owner, capability: string): CommandBuilder {
  return (file, args) => ({
    file: 'setpriv',
    args: [
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      // PostgreSQL looks for its own binaries with access(2), which ignores an ordinary user's capabilities unless
      // this bit is set.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      '--',
      file,
      ...args,
    ],
    as: {},
  });
}

/** Permission bits, ACLs, bounding sets and seccomp all matter: only a trial shows it reliably. */
async function probe(
  build: CommandBuilder,
  o: { directory: string; postgres: string },
): Promise<string | null> {
  const script = '"$1" --version >/dev/null && cd "$2" && cat "$3" >/dev/null';
  const catalogue = join(dirname(o.postgres), '..', 'share', 'postgresql', 'postgres.bki');
  const { file, args, as } = build('/bin/sh', ['-c', script, 'probe', o.postgres, o.directory, catalogue]);
  try {
    await run(file, args, { ...as, cwd: '/', timeout: 10_000 });
    return null;
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return stderr || String(error);
  }
}
