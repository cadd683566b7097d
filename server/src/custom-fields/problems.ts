import type { ProblemTexts } from '../http/problems.ts'

/** The meaning of the problem codes of this room, and what a caller can do about them. */
export const customFieldProblems = {
  FieldExists: {
    title: 'The custom field is already set',
    meaning: 'POST sets a custom field that has no value yet. This field already has one.',
    remedy: 'Change it with PATCH.',
  },
  FieldRequired: {
    title: 'The custom field is required',
    meaning: 'A required custom field that is set can be changed, but not removed.',
    remedy: 'Send another value, or ask the administrator to change the definition.',
  },
  FieldInvalid: {
    title: 'The value of the custom field is not valid',
    meaning:
      'The value does not match the type, the options or the maximum length of the custom field, or the id and the code name different fields. `errors` tells where and why.',
    remedy:
      'Send a string for Text, Date and List, a number for Number and Money, true or false for Bool. Null is never valid: use DELETE to remove a value.',
  },
} as const satisfies ProblemTexts
