import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const eventProblems = {
  CursorInvalid: {
    title: 'The cursor is not valid',
    meaning:
      'The cursor is not one of this log: it is misspelled, or the event log was reset or restored to an earlier state since. To read on from there would skip events.',
    remedy: 'Read again without a cursor. The id of an event tells those that you have seen already.',
  },
  UrlNotAllowed: {
    title: 'The URL is not allowed',
    meaning:
      'A webhook is sent by https to a public host. Private and internal addresses, this machine, user names in the URL and other protocols are not allowed, however they are spelled.',
    remedy:
      'Use a public https address. In a sandbox, http and this machine (127.0.0.1) are allowed as well.',
  },
  TooManyWebhooks: {
    title: 'There are too many webhooks',
    meaning: 'An administrator can have 100 webhooks.',
    remedy: 'Delete webhooks that are not used, or let one webhook receive several types of events.',
  },
  WebhookInactive: {
    title: 'The webhook is switched off',
    meaning: 'Nothing is sent to a webhook that is switched off, so there is nothing to test or replay.',
    remedy: 'Set `isActive` to true first.',
  },
} as const satisfies ProblemTexts
