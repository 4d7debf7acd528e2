/** docs/home.md, "Test book". */
export const TEST_KINDS = ['FALL_TEST', 'HELP_BUTTON', 'CHANNEL', 'STATION', 'PATH'] as const;

export type TestKind = (typeof TEST_KINDS)[number];

export const TEST_RESULTS = ['PASSED', 'FAILED'] as const;

export type TestResult = (typeof TEST_RESULTS)[number];
