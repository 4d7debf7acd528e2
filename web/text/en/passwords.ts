export const passwords = {
  forgotten: {
    title: 'Forgot your password?',
    about: "Enter your e-mail address. If it has an account, we'll send you a link to choose a new password.",
    submit: 'Send link',
    sent: 'If this address has an account, a mail is on its way. The link works for 30 minutes.',
    noMail: "This service can't send mail. Please ask an admin for a new password.",
    back: 'Back',
  },
  reset: {
    title: 'Choose a new password',
    password: 'New password',
    hint: 'At least 8 characters, with upper-case and lower-case letters, a digit and one of !@#$%^&*.',
    submit: 'Change password',
    done: 'Your password has been changed. Please log in with the new one.',
    voidLink: 'This link has been used or has expired. Request a new one.',
  },
  invitation: {
    title: 'Choose your password',
    password: 'Password',
    submit: 'Save password',
    done: 'Your password has been saved. Please log in with it.',
    voidLink:
      'This link has been used or has expired. Use “Forgot your password?” on the login page, or ask an admin for a new invitation.',
  },
  choose: {
    title: 'Choose your own password',
    about: 'You logged in with a temporary password. Choose your own to continue.',
    current: 'Temporary password',
  },
} as const;
