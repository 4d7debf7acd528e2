export const notFound = {
  title: 'Nothing here',
  text: 'There is no such page. Perhaps the link is old, or a letter is missing.',
  home: 'Go to the start',
  failed: 'This page could not be loaded',
  failedText: 'The service may have been updated meanwhile.',
  reload: 'Load the page again',
  unreachable: 'Vigil does not answer',
  unreachableText: 'The service cannot be reached. This page tries again by itself.',
  forbidden: 'Not for you',
  forbiddenText: 'Your account may not see this page.',
} as const;
