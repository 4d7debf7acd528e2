import { plural } from '../../words.ts';

export const setup = {
  title: 'Set up your home',
  about:
    'Nine steps from an empty home to the first alert. You can do them in any order and come back later.',
  limits:
    'Vigil is not a medical device and does not detect every fall. It does not replace a nurse-call system or people who look after residents.',
  insecure:
    'This address has no HTTPS: passwords and health data cross the network unencrypted, and browsers allow no notifications and no passkeys. Set the variable TLS_ACME to your host name, or use a proxy. The manual explains both in docs/deploy.md, “HTTPS with a certificate of its own”.',
  sharedAddress:
    'People in your home share one Internet address, and were refused because of too many requests together. Set the variable RATE_LIMIT_BY to “session”: then each of them has a limit of their own. The manual explains it in docs/contract.md, “Rate limits”.',
  complete: 'All steps are done.',
  progress: (done: number, all: number): string => `${done} of ${all} steps done`,
  done: 'Done',
  open: 'Open',
  loading: 'Checking…',
  steps: {
    organisation: {
      title: 'Name your home',
      about: 'The name, the time zone and the language of the home.',
      state: (name: string, zone: string): string => `${name}, ${zone}`,
      action: 'Open settings',
    },
    wards: {
      title: 'Add wards',
      about: 'Caregivers of a ward see its residents and receive their alerts.',
      state: (count: number): string => plural(count, { one: 'ward', other: 'wards' }),
      action: 'Add ward',
      all: 'Open wards',
    },
    caregivers: {
      title: 'Add caregivers',
      about: 'Give each caregiver an account and add them to their wards.',
      state: (count: number): string => plural(count, { one: 'caregiver', other: 'caregivers' }),
      withoutWard: (wards: string): string => `No caregivers yet in: ${wards}.`,
      action: 'Add caregiver',
      all: 'Open users',
    },
    residents: {
      title: 'Add residents',
      about: 'One by one, or all at once from a file. An e-mail address is not needed.',
      state: (count: number): string => plural(count, { one: 'resident', other: 'residents' }),
      action: 'Add resident',
      import: 'Import from a file',
    },
    wearables: {
      title: 'Connect wearables',
      about: 'Add each wearable for its resident and enter its token, or scan the QR code.',
      state: (count: number, residents: number): string =>
        `${count} of ${residents} residents have a wearable`,
      action: 'Add wearable',
      all: 'Open wearables',
      wearer: 'Who wears it?',
      next: 'Next',
      sensors: 'Other sensors',
      phone: 'Try with your phone',
    },
    escalation: {
      title: 'Check the escalation policy',
      about: 'Who is notified first, and who is next if no one responds.',
      reaches: 'Caregivers can be reached outside the console.',
      action: 'Open escalation',
    },
    channels: {
      title: 'Turn on your own notifications',
      about:
        'Choose how Vigil reaches you, and send a test. Every caregiver does the same in their settings.',
      state: (count: number): string =>
        plural(count, { one: 'working notification method', other: 'working notification methods' }),
      action: 'Open settings',
    },
    ring: {
      title: 'Ring all phones',
      about: 'Ring a ward, and see each phone as it answers. An answer is a passed test in the test book.',
      state: ({ channels, overdueChannels }: { channels: number; overdueChannels: number }): string =>
        `${channels - overdueChannels} of ${plural(channels, { one: 'notification method', other: 'notification methods' })} tested`,
      action: 'Ring ward',
      all: 'Open test book',
    },
    test: {
      title: 'Trigger a test alert',
      about: 'See an alert from the first sound to the outcome, before you depend on it.',
      none: 'No test yet',
      running: 'The test alert is open. Take it over and resolve it on the board.',
      state: (when: string): string => `Last test: ${when}`,
      action: 'Trigger test alert',
      board: 'Open the board',
    },
  },
  phone: {
    title: 'Try with your phone',
    about:
      'Your phone becomes a wearable of the resident you choose: drop it on a pillow, and the board rings for them. Choose one that you use for trying.',
    wearer: 'Who falls?',
    make: 'Show QR code',
    /** The name of the wearable. */
    name: 'Phone',
    made: 'The phone has been added as a wearable.',
    scan: 'The phone must be in the same network. Its browser may warn once that it does not know the certificate: go on.',
    insecure:
      'A browser lets a page use the motion sensor of a phone over HTTPS only, and this service has no HTTPS.',
    howTo:
      'For a trial in your own network, set the variable TLS_OWN to “on” and restart the service. For a home, set TLS_ACME to your host name. The manual explains both in docs/deploy.md, “HTTPS for a phone that tries it”.',
  },
  path: {
    title: 'Path of alerts',
    about:
      'Every few minutes Vigil sends itself a test alert, from a reading to a notification. Nobody sees it.',
    ok: (time: string): string => `Alerts arrive. Last test: ${time}.`,
    untested: 'No test has passed in the last day. The service has just started, or PATH_TEST_MINUTES is 0.',
    /** By the first stage that the test alert did not reach. */
    failing: {
      prepared: (since: string): string => `The database has not been available since ${since}.`,
      published: (since: string): string => `Wearables have not been able to connect since ${since}.`,
      acknowledged: (since: string): string => `Readings have not been stored since ${since}.`,
      raised: (since: string): string => `Falls have not been raised since ${since}.`,
      queued: (since: string): string => `Falls have not been escalated since ${since}.`,
      delivered: (since: string): string => `Notifications have not been sent since ${since}.`,
      received: (since: string): string => `Deliveries have not been recorded since ${since}.`,
    },
    reason: (reason: string): string => `Reason: ${reason}.`,
    strip: (failed: number, tested: number): string =>
      `Last 24 hours: failures in ${failed} of ${tested} quarters of an hour with tests`,
    dayAgo: '24 hours ago',
    now: 'Now',
  },
  overdue: {
    title: 'Overdue tests',
    none: 'No test is overdue.',
    count: (count: number): string => `${plural(count, { one: 'test is', other: 'tests are' })} overdue.`,
    one: (test: string, name: string): string => `${test}: ${name}`,
    open: 'Open test book',
  },
  test: {
    title: 'Trigger a test alert?',
    explained:
      'Vigil records a fall in your own name, at the place “Test. No one has fallen.” No resident and no caregiver is involved.',
    /** All admins, by name. */
    alerts: (names: string): string =>
      `These people receive it on their boards and by their notification methods: ${names}.`,
    others: 'Tell the others before you start.',
    afterwards: 'Then go to the board, press “I’m going”, and resolve it as a false alarm.',
    place: 'Test. No one has fallen.',
    start: 'Trigger test alert',
    started: 'The test alert is on the board.',
  },
} as const;
