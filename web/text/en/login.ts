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
  signOn: {
    button: (name: string): string => `Log in with ${name}`,
    others: 'Resident or emergency admin',
    failed: 'The login did not work. Please try again.',
    proved: 'You have confirmed that it is you. Please repeat the step.',
    link: {
      title: 'Link your account',
      password: (name: string): string =>
        `Vigil already has an account with your e-mail address. Enter its password once. After that you log in with ${name}.`,
      here: (name: string): string =>
        `You are logged in to the Vigil account with your e-mail address. Link it, and log in with ${name} from then on.`,
      submit: 'Link account',
    },
    code: {
      title: 'Enter your code',
      about: 'Your Vigil account has two-step verification.',
      submit: 'Log in',
    },
    again: (name: string): string => `Start again with ${name}`,
    back: 'Other ways to log in',
    stay: 'Back to Vigil',
  },
  ended:
    'Your session has ended: you were logged out on another device, or it has expired. Please log in again.',
  forgotten: 'Forgot your password?',
  loggedOut: 'You are logged out.',
} as const;
