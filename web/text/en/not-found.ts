export const notFound = {
  title: 'Page not found',
  text: 'This page does not exist. The link may be out of date.',
  home: 'Go to the home page',
  failed: 'This page could not be loaded',
  failedText: 'The service may have been updated.',
  partFailed: 'This part of the page could not be loaded.',
  reload: 'Reload page',
  unreachable: 'Vigil is not responding',
  unreachableText: "The service can't be reached. This page retries automatically.",
  limited: 'Too many requests',
  forbidden: "You don't have access",
  forbiddenText: 'Your account has no access to this page.',
} as const;
