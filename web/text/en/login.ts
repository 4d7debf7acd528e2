export const login = {
  title: 'Log in',
  email: 'E-mail',
  password: 'Password',
  totp: 'Code from your authenticator app',
  totpHint: 'Six digits, or one of your recovery codes.',
  submit: 'Log in',
  passkey: {
    button: 'Use a passkey',
    failed: "That didn't work: no passkey was chosen, or this device has none for this service.",
  },
  ended:
    'Your session has ended: you were logged out on another device, or it has expired. Please log in again.',
  forgotten: 'Forgot your password?',
  loggedOut: 'You are logged out.',
} as const;
