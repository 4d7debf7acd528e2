export const login = {
  title: 'Log in',
  email: 'E-mail',
  password: 'Password',
  totp: 'Code from your authenticator app',
  totpHint: 'Six digits, or one of your recovery codes.',
  submit: 'Log in',
  ended:
    'Your session has ended: you were logged out elsewhere, or it was too long ago. Please log in again.',
  forgotten: {
    link: 'Forgot your password?',
    title: 'Forgot your password?',
    about:
      'Tell us your e-mail address. If there is an account for it, a link for a new password is mailed to you.',
    submit: 'Send the link',
    sent: 'If there is an account for it, a mail is on its way. Its link works for 30 minutes.',
    noMail: 'This service sends no mail. Please ask an administrator for a new password.',
    back: 'Back',
  },
  reset: {
    title: 'Choose a new password',
    password: 'New password',
    hint: 'At least 8 characters, with capital and small letters, a digit and one of !@#$%^&*.',
    submit: 'Change password',
    done: 'Your password is changed. Please log in with it.',
    voidLink: 'This link has been used or is too old. Ask for a new one.',
  },
  invitation: {
    title: 'Choose your password',
    password: 'Password',
    submit: 'Save password',
    done: 'Your password is saved. Please log in with it.',
    voidLink:
      'This link has been used or has expired. Use “Forgot your password?” on the login page, or ask for a new invitation.',
  },
  choose: {
    title: 'Choose your own password',
    about: 'You logged in with a temporary password. Choose your own to continue.',
    current: 'Temporary password',
  },
  loggedOut: 'You are logged out.',
} as const;
