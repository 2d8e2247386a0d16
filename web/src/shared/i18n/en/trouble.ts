/** What is shown when something went wrong that hardly ever does. */
export const trouble = {
  notFoundTitle: 'This page does not exist',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  goHome: 'Go to the start page',
  deviceErrorTitle: 'This page needs a secure connection',
  deviceErrorText:
    'Prahari protects your sign-in with a key that browsers keep only for https:// addresses. Open this site by its https:// address, or update the browser.',
  uncaught: 'An unexpected error occurred. Our team has been notified.',
  reportIssue: 'Report Issue',
  login: 'Login',
  issueTitle: 'Issue reported',
  issueSending: 'The report is on its way.',
  issueArrived:
    'Our team can find what happened under this id. Tell it to your centre or to support.',
  issueKept:
    'The report could not be sent yet. Note this id and tell it to your centre or to support.',
  errorId: 'Error ID: {{id}}',
} as const;
