export const login = {
  title: 'Log in',
  email: 'E-mail',
  password: 'Password',
  totp: 'Code from your authenticator app',
  totpHint: 'Six digits, or one of your recovery codes.',
  submit: 'Log in',
  ended:
    'Your session has ended: you were logged out elsewhere, or it was too long ago. Please log in again.',
  loggedOut: 'You are logged out.',
} as const;
