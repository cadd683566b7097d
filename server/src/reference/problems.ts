import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const referenceProblems = {
  SettingInvalid: {
    title: 'The setting cannot have this value',
    meaning: 'The value is not of the type of the setting, or not one of those it can have.',
    remedy: 'Send a value of the type that GET /generalsettings/{id} says, or null for the default.',
  },
} as const satisfies ProblemTexts
