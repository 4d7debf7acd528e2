import { plural } from '../../words.ts';

/** The admins' page about OpenID Connect. */
export const signOn = {
  title: 'Single sign-on',
  yes: 'Yes',
  no: 'No',
  unset: {
    title: 'Not set up',
    about:
      'With single sign-on, staff log in with the account of their organisation, and their groups give them roles and wards.',
    settings: 'Then set these settings of the service, and restart it:',
    names: [
      'PUBLIC_URL',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET_FILE',
      'OIDC_CAREGIVER_GROUPS',
      'OIDC_ADMIN_GROUPS',
      'OIDC_WARD_GROUPS',
    ],
    document: 'Step by step: docs/single-sign-on.md, in the documentation of Vigil.',
  },
  addresses: {
    title: 'Addresses for the provider',
    about: 'Register these addresses at the provider, exactly as they are here:',
    redirect: 'Redirect URI',
    logoutRedirect: 'Redirect URI after logout',
    backChannelLogout: 'Back-channel logout URI',
  },
  provider: {
    title: 'Provider',
    there: 'The provider answers.',
    away: 'It has not answered since',
    unsaid: 'It does not say',
    abilities: {
      pkce: 'PKCE',
      backChannelLogout: 'Ends sessions here (back-channel logout)',
      endSession: 'Ends its own session after a logout',
      offlineAccess: 'Renews sessions (offline_access)',
      groupsClaim: 'Knows the claim with the groups',
    },
  },
  fault: {
    UNREACHABLE: 'The provider does not answer. Check its address, the network and its name server.',
    CERTIFICATE: 'The certificate of the provider is not trusted. Check it, and the address.',
    NOT_A_PROVIDER: 'There is no OpenID Connect provider at this address. Check OIDC_ISSUER.',
    WRONG_ISSUER:
      'The provider calls itself by another name. Set OIDC_ISSUER to exactly the issuer it publishes.',
    WRONG_CLIENT: 'The provider does not accept the client. Check OIDC_CLIENT_ID and the client secret.',
    WRONG_REDIRECT: 'The provider does not know the redirect URI. Register it there as shown below.',
    WRONG_SCOPE: 'The provider does not offer all scopes. Check OIDC_SCOPES.',
    WRONG_REQUEST: 'The provider did not accept the request. Check how the client is registered there.',
    REFUSED: 'The provider refused the login, or it was cancelled. Check who may use this client.',
    CLOCK: 'The clocks of the provider and of this service differ. Set both by a time server.',
    BUSY: 'The provider has a failure of its own. Try again in a minute.',
    INVALID: 'The answer of the provider could not be verified.',
  },
  settings: {
    title: 'Settings',
    about: 'These come from the settings of the service. They change after a restart.',
    label: {
      issuer: 'Provider (issuer)',
      clientId: 'Client ID',
      secret: 'Client secret',
      scopes: 'Scopes',
      prompt: 'Asked at each login',
      groupsClaim: 'Claim with the groups',
      adminGroups: 'Groups of admins',
      caregiverGroups: 'Groups of caregivers',
      wardGroups: 'Groups of wards',
      roles: 'Roles',
      secondFactor: 'Second factor of the provider counts',
      refresh: 'Sessions are checked every',
      offline: 'Without the provider, sessions go on for',
      passwordLogin: 'Login with password',
      breakGlass: 'Emergency admins',
    },
    isSet: 'Set',
    isUnset: 'Not set (public client)',
    noPrompt: 'What the provider finds necessary',
    roles: {
      follow: 'Follow the groups',
      additive: 'Follow the groups; admins made by hand stay admins',
    },
    on: 'On',
    off: 'Off, but for patients and emergency admins',
    minutes: (count: number): string => plural(count, { one: 'minute', other: 'minutes' }),
    hours: (count: number): string => plural(count, { one: 'hour', other: 'hours' }),
    unknownWards: (names: string): string =>
      `OIDC_WARD_GROUPS names wards that do not exist: ${names}. Their groups give nothing.`,
    cannotLogIn: (emails: string): string =>
      `BREAK_GLASS_ADMINS names people who cannot log in with a password or passkey: ${emails}.`,
  },
  trial: {
    title: 'Log in as a test',
    about:
      'You log in at the provider and come back here. No one is logged in by it, and nothing changes. Only you see the result, for ten minutes.',
    start: 'Log in as a test',
    startAgain: 'Test another person',
    result: 'Result of the test',
    would: (outcome: string): string => `A login would bring: ${outcome}.`,
    notBack:
      'The test has not come back. If the provider showed an error, the redirect URI may not be registered there as shown below.',
    person: 'ID at the provider',
    email: 'E-mail',
    verified: 'verified',
    notVerified: 'not verified',
    account: 'Account',
    show: 'Show the account',
    role: 'Role',
    wards: 'Wards',
    unknownWard: (name: string): string => `${name} (does not exist)`,
    secondFactor: 'Second factor',
    counts: 'Yes, and it counts',
    countsNot: 'Yes, but it does not count (OIDC_SECOND_FACTOR)',
    methods: 'Methods (amr, acr)',
    refreshToken: 'Session can be renewed',
    noRefreshToken: 'No: the provider gave no refresh token',
    groups: 'Groups',
    noGroups: 'No groups.',
    nothing: 'gives nothing',
    claims: 'All claims',
    noGroupsClaim: (name: string): string =>
      `The claim “${name}” did not come. Let the provider send it, or set OIDC_GROUPS_CLAIM.`,
    managed: 'The directory manages this account: its groups there give role and wards.',
  },
  outcome: {
    ENTERED: 'Logged in',
    CREATED: 'Logged in with a new account',
    LINKED: 'Logged in; existing account linked',
    ASKED_PASSWORD: 'Asked for the password of the existing account once',
    ASKED_CODE: 'Asked for the code of the second factor',
    OIDC_NO_GROUP: 'Refused: no group gives a role',
    OIDC_NOT_STAFF: 'Refused: a resident has this e-mail address',
    ACCOUNT_DEACTIVATED: 'Refused: the account is deactivated',
    OIDC_AWAY: 'The provider did not answer',
    OIDC_REFUSED: 'The provider refused, or the person cancelled',
    OIDC_LOGIN_REQUIRED: 'No session at the provider',
    OIDC_INVALID: 'The answer could not be verified',
    OIDC_FLOW_EXPIRED: 'Too late, used twice, or begun in another browser',
  },
  attempts: {
    title: 'Last logins',
    about: 'The last login of each person with each outcome, for 30 days.',
    none: 'No logins yet.',
    at: 'Time',
    who: 'Who',
    outcome: 'Outcome',
    gives: 'Groups give',
    groups: 'Groups',
    methods: 'Methods',
  },
} as const;

/** SCIM: on the same page, and on the page of an account. */
export const directory = {
  title: 'Directory (SCIM)',
  about: 'The directory of your organisation creates, changes and deactivates accounts of staff.',
  unset:
    'No directory manages accounts. To let one do so, give it this address and the token of a service account that may manage accounts of staff (docs/directory.md).',
  url: 'Address',
  manage: 'Manage service accounts',
  lastRequest: (name: string): string => `Last request of ${name}`,
  never: 'None yet',
  users: 'Accounts',
  groups: 'Groups',
  counts: ({
    active,
    inactive,
    waiting,
  }: {
    readonly active: number;
    readonly inactive: number;
    readonly waiting: number;
  }): string =>
    [`${active} active`, `${inactive} inactive`, waiting > 0 && `${waiting} waiting`]
      .filter(Boolean)
      .join(', '),
  unmapped: (count: number, names: string): string =>
    `${plural(count, { one: 'group gives', other: 'groups give' })} nothing, because no setting names them: ${names}.`,
  missing: (names: string): string => `The settings name groups that the directory has not sent: ${names}.`,
  entry: {
    title: 'Directory',
    managed: 'The directory manages this account.',
    inactive: 'The directory has deactivated this account.',
    waiting: 'This account waits for the directory: the next user with this name gets it.',
    byHand: 'This account was made by hand. The directory does not manage it.',
    userName: 'Name in the directory (userName)',
    userNameHint: 'The next user that the directory creates under this name gets this account.',
    externalId: 'ID in the directory',
    groups: 'Groups',
    updated: 'Last change',
    handOver: 'Hand over to the directory',
    handOverTitle: (name: string): string => `Hand ${name} over to the directory?`,
    handOverHint:
      'It then changes the name, the address, the role and the wards, and can deactivate the account.',
    handedOver: 'The account waits for the directory.',
    takeBack: 'Take back',
    takeBackTitle: (name: string): string => `Take ${name} back from the directory?`,
    takeBackHint: 'The directory then neither sees nor changes the account. Role and wards stay as they are.',
    takenBack: 'The directory does not manage the account any more.',
  },
} as const;
