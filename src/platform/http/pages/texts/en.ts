export const en = {
  canClose: 'You can close this page.',
  /** By the code of the error (docs/errors.md), where a person can cause it on a page. */
  errors: {
    LINK_USED: 'This link was used or has expired',
    NOT_IN_CARE_TEAM: 'This resident is not assigned to you',
    NO_RESPONSE: 'No caregiver was alerted to this fall',
    EMAIL_TAKEN: 'This e-mail address belongs to another account',
    RATE_LIMITED: 'Too many requests, please try again later',
    BODY_TOO_LARGE: 'This form is too large',
    UNSUPPORTED_MEDIA_TYPE: 'This page takes forms alone',
    UNAVAILABLE: 'Vigil is not available, please try again',
  },
  otherError: 'This did not work, please try again',
};

export type PageTexts = typeof en;
