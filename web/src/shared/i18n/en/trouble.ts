/** What is shown when something went wrong that hardly ever does. */
export const trouble = {
  notFoundTitle: 'This page does not exist',
  notFoundText: 'The address may be mistyped, or the page may have moved.',
  goHome: 'Go to the start page',
  deviceErrorTitle: 'This page needs a secure connection',
  deviceErrorText:
    'Prahari protects your sign-in with a key that browsers keep only for https:// addresses. Open this site by its https:// address, or update the browser.',
  uncaught: 'An unexpected error occurred. Our team has been notified.',
  reportIssue: 'Report Issue',
  login: 'Login',
  issueTitle: 'Issue reported',
  issueSending: 'Sending the report.',
  issueArrived:
    'Our team can look up what happened with this ID. Give it to your centre or support.',
  issueKept: 'The report couldn’t be sent yet. Note this ID and give it to your centre or support.',
  errorId: 'Error ID: {{id}}',
} as const;
