/** User messages by HTTP status, spec section 8, word for word; the rest are its neighbours there. */
export const errors = {
  title: 'Something went wrong',
  unauthenticated: 'Authentication required. Please log in again.',
  forbidden: 'You do not have permission to perform this action.',
  notFound: 'The requested resource was not found.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  server: 'Server error. Our team has been notified. Please try again later.',
  offline: 'Network connection lost. Please check your internet connection.',
  unexpected: 'An unexpected error occurred. Please try again.',
  chunk: 'This page couldn’t be loaded. A new version may be available. Please reload.',
  reference: 'Reference: {{id}}',
  required: 'Please fill in this field.',
  overloaded: 'The server is very busy. Please try again in a moment.',
  unavailable: 'The server is temporarily unavailable. Please try again shortly.',
  storageDenied:
    'This browser blocks storage for this page, so it can’t be recognised as your device. Allow site data for this address, leave the private window or free some space. Then try again.',
  enrolFirst: 'Set up a second factor in your profile first. Your institution requires it.',
} as const;
