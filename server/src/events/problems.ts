import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const eventProblems = {
  CursorInvalid: {
    title: 'The cursor is not valid',
    meaning:
      'The cursor is not one of this event log: it is misspelled, or the log was reset or restored to an earlier state since. To read on from there would skip events.',
    remedy: 'Read again without a cursor. The id of an event tells those that you have seen already.',
  },
} as const satisfies ProblemTexts
