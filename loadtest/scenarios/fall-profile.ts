import { putOn } from '../falls.ts';
import { fallOneByOne, openCaregivers } from '../live/falls.ts';
import { startProfiled } from '../machine/profiled.ts';
import { makeCountingFolder, startStatements } from '../machine/statements.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { DEVICES_PER_USER, seedDevices } from '../seed.ts';

/** Warm-up, not counted. */
const WARM_UP_FALLS = 10;
const MOST_STATEMENTS = 14;

export const fallProfile = scenario({
  about: 'the time that one fall takes: on the main thread of the service, and by statement in the database.',
  options: {
    falls: count(100, 'falls, one after the other'),
    caregivers: count(77, 'caregivers per patient, one live socket each'),
  },
  async run({ falls, caregivers }) {
    const { vigil, during, end } = await startProfiled({ DATA_DIR: await makeCountingFolder() });
    const devices = await seedDevices(vigil.databaseUrl, WARM_UP_FALLS + falls);
    const patients = Math.ceil(devices.length / DEVICES_PER_USER);
    const connected = await openCaregivers(vigil, devices, patients * caregivers);
    await putOn(vigil, devices);
    await fallOneByOne(vigil, connected, devices.slice(falls));
    const counted = await startStatements(vigil.databaseUrl);
    const told = await during(() => fallOneByOne(vigil, connected, devices.slice(0, falls)));
    const statements = await counted();
    connected.close();
    const shares = await end();
    const total = statements.reduce((sum, { ms }) => sum + ms, 0);
    return {
      tables: [
        {
          title: `Database time of a fall with ${caregivers} recipients: ${(total / falls).toFixed(1)} ms`,
          rows: statements.slice(0, MOST_STATEMENTS).map(({ name, calls, ms }) => ({
            name: `\`${name}\``,
            figures: { 'ms/fall': ms / falls, 'calls/fall': calls / falls },
          })),
        },
        {
          title: `The main thread during ${falls} falls, with the profiler`,
          rows: shares.map((one) => ({ name: one.name, figures: { '% of its busy time': one.percent } })),
        },
      ],
      ratios: [],
      checks: [
        {
          name: 'every caregiver was notified of every fall',
          found: `${told.missing} missing`,
          holds: told.missing === 0,
        },
      ],
      plots: [],
      notes: ['what is done after the alerts are sent (ledger, logs, the ladder) is in both tables too'],
    };
  },
});
